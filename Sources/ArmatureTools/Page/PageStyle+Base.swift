extension PageStyle {
  /// The colours and the layout of a page.
  static let base = #"""
    :root {
      color-scheme: light dark;
      --ground: light-dark(#ffffff, #13161b);
      --side: light-dark(#f5f6f8, #191d24);
      --raised: light-dark(#ffffff, #1f242c);
      --hover: light-dark(#eceef2, #262c36);
      --line: light-dark(#e0e3e8, #2d343f);
      --text: light-dark(#1b1f26, #e5e8ee);
      --soft: light-dark(#59626e, #a2abb8);
      --accent: light-dark(#0a58c2, #86b6ff);
      --accentGround: light-dark(#e4eefc, #1c2d49);
      --error: light-dark(#b0231b, #ff9289);
      --errorGround: light-dark(#fdeceb, #3b1f20);
      --warning: light-dark(#7d5200, #f0c069);
      --warningGround: light-dark(#fdf2d3, #362b14);
      --added: light-dark(#17652f, #7bd690);
      --addedGround: light-dark(#e2f5e7, #17301f);
      --purple: light-dark(#6d33b8, #c8a5ff);
      --purpleGround: light-dark(#f1e9fc, #2d2243);
      --mono: ui-monospace, "SF Mono", Menlo, Consolas, "DejaVu Sans Mono", monospace;
    }
    :root[data-theme="light"] { color-scheme: light; }
    :root[data-theme="dark"] { color-scheme: dark; }
    * { box-sizing: border-box; }
    html, body { height: 100%; margin: 0; }
    body {
      display: grid; grid-template: 100% / 17rem minmax(0, 1fr);
      background: var(--ground); color: var(--text);
      font: 14px/1.5 system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif;
    }
    a { color: var(--accent); text-decoration: none; }
    a:hover { text-decoration: underline; }
    a.plain { color: inherit; }
    :focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
    main:focus, h2:focus { outline: none; }
    code, kbd, .site { font-family: var(--mono); font-size: 0.88em; }
    h1, h2, h3, p, ul, dl, dd { margin: 0; padding: 0; }
    ul { list-style: none; }
    button, input {
      font: inherit; color: inherit; background: var(--raised); border: 1px solid var(--line);
      border-radius: 7px; padding: 0.3rem 0.7rem;
    }
    button { cursor: pointer; }
    button:hover { background: var(--hover); }
    ::placeholder { color: var(--soft); opacity: 1; }
    .soft { color: var(--soft); }
    .unseen { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
    .skip { position: absolute; left: -100rem; z-index: 9; }
    .skip:focus { left: 0.5rem; top: 0.5rem; }

    #bar { display: none; }
    #side {
      background: var(--side); border-right: 1px solid var(--line); padding: 1rem 0.7rem 0;
      overflow-y: auto; display: flex; flex-direction: column; gap: 0.6rem;
    }
    #side .name { font-size: 1.1rem; font-weight: 650; padding: 0 0.5rem; overflow-wrap: anywhere; }
    #side h2 { font-size: 0.75rem; font-weight: 600; color: var(--soft); padding: 0.3rem 0.5rem 0; }
    #side li a {
      display: flex; align-items: center; gap: 0.5rem; padding: 0.22rem 0.5rem; border-radius: 6px; color: var(--text);
    }
    #side li a:hover { background: var(--hover); text-decoration: none; }
    #side li a[aria-current] { background: var(--accentGround); color: var(--accent); font-weight: 600; }
    #side .abstract .what { font-style: italic; }
    #side .what { min-width: 0; line-height: 1.3; padding: 0.1rem 0; }
    #side .size { margin-left: auto; font-weight: 400; }
    .size { color: var(--soft); font-size: 0.8rem; font-variant-numeric: tabular-nums; }
    .size.error { color: var(--error); }
    .size.warning { color: var(--warning); }
    .find { display: flex; justify-content: space-between; color: var(--soft); }
    .dot { width: 0.5rem; height: 0.5rem; border-radius: 50%; background: var(--error); flex: none; }
    .theme {
      display: flex; position: sticky; bottom: 0; margin: auto -0.7rem 0; padding: 0.6rem 0.7rem;
      background: var(--side); border-top: 1px solid var(--line);
    }
    .theme button { flex: 1; border-radius: 0; margin-left: -1px; font-size: 0.82rem; padding: 0.2rem; }
    .theme button:first-child { border-radius: 7px 0 0 7px; }
    .theme button:last-child { border-radius: 0 7px 7px 0; }
    .theme button[aria-pressed="true"] { background: var(--accentGround); color: var(--accent); font-weight: 600; }

    main { overflow-y: auto; padding: 2rem clamp(1rem, 3vw, 3rem) 4rem; position: relative; }
    main.whole { display: flex; flex-direction: column; overflow: hidden; padding: 0; }
    main.whole > .nothing { margin: 1.5rem; }
    @media (max-width: 50rem) {
      body { grid-template: auto minmax(0, 1fr) / minmax(0, 1fr); }
      #bar {
        display: flex; gap: 0.8rem; align-items: center; padding: 0.5rem 0.8rem; background: var(--side);
        border-bottom: 1px solid var(--line);
      }
      #side { display: none; }
      .open #side { display: flex; grid-row: 2; grid-column: 1; z-index: 3; }
      main { grid-row: 2; grid-column: 1; padding-top: 1.2rem; }
    }
    @media print {
      :root, :root[data-theme] { color-scheme: light; }
      html, body { height: auto; }
      body { display: block; font-size: 10pt; }
      #side, #bar, .skip, #palette { display: none; }
      main, main.whole { display: block; overflow: visible; padding: 0; }
      .scroll { overflow: visible; }
      tr, li, .tile { break-inside: avoid; }
      h2 { break-after: avoid; }
    }
    """#
}
