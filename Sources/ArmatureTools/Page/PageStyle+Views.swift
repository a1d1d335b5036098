extension PageStyle {
  /// The overview, entities, changes, diagram and search.
  static let views = #"""
    .top { display: flex; flex-wrap: wrap; align-items: baseline; gap: 0.2rem 1rem; }
    .top h1 { font-size: 1.75rem; line-height: 1.25; letter-spacing: -0.01em; font-weight: 680; overflow-wrap: anywhere; }
    .kicker { color: var(--soft); flex-basis: 100%; display: flex; gap: 0.5rem; align-items: center; }
    .top.line { padding: 0.8rem 1.2rem; border-bottom: 1px solid var(--line); align-items: center; flex: none; }
    .top.line h1 { font-size: 1.2rem; }
    .controls { display: flex; flex-wrap: wrap; gap: 0.5rem; align-items: center; margin-left: auto; }
    .controls input[type="search"] { width: min(18rem, 50vw); }
    .check { display: flex; gap: 0.4rem; align-items: center; }
    .part { margin-top: 2rem; }
    .top + .scroll { margin-top: 1.4rem; }
    .part > h2 { font-size: 1rem; font-weight: 650; margin-bottom: 0.6rem; }
    .part > .rules li { padding: 0.25rem 0; }
    .tiles { display: grid; grid-template-columns: repeat(auto-fill, minmax(9.5rem, 1fr)); gap: 0.8rem; margin-top: 1.4rem; }
    .tile {
      display: grid; padding: 0.8rem 1rem; border: 1px solid var(--line); border-radius: 10px; color: var(--text);
      background: var(--raised);
    }
    a.tile:hover { border-color: var(--accent); text-decoration: none; }
    .tile .number { font-size: 1.6rem; font-weight: 650; line-height: 1.2; font-variant-numeric: tabular-nums; }
    .tile .meaning { color: var(--soft); }
    .tile.error .number { color: var(--error); }
    .tile.warning .number { color: var(--warning); }
    .changes { margin: 0.7rem 0 0 0.2rem; }
    .changes li { padding: 0.15rem 0; }
    [aria-label$="before and after"] { table-layout: fixed; min-width: 36rem; }
    [aria-label$="before and after"] :is(th, td) { white-space: normal; width: 50%; font-weight: 400; }

    .diagram { flex: 1; min-height: 0; overflow: hidden; position: relative; touch-action: none; cursor: grab; background: var(--ground); }
    .diagram:focus-visible { outline-offset: -2px; }
    .diagram:active { cursor: grabbing; }
    .diagram > svg { position: absolute; left: 0; top: 0; transform-origin: 0 0; user-select: none; overflow: visible; }
    .diagram text { font: 12px Helvetica, Arial, "Liberation Sans", sans-serif; fill: var(--text); }
    .diagram .name { font-size: 13px; font-weight: bold; text-anchor: middle; }
    .diagram .abstract .name { font-style: italic; }
    .diagram .type { text-anchor: end; fill: var(--soft); }
    .diagram .label { font-size: 10px; fill: var(--soft); }
    .diagram .identifying text:first-of-type { text-decoration: underline; }
    .diagram .transient text { font-style: italic; }
    .diagram .removed text { text-decoration: line-through; }
    .diagram :is(.line path, .sign, .frame, .triangle, .sample) { fill: none; stroke-width: 1.2; }
    .diagram .transient path:first-of-type { stroke-dasharray: 5 4; }
    .diagram .line :is(.sign, .triangle) { stroke-dasharray: none; }
    .diagram .ground { fill: none; }
    .diagram .body { fill: var(--raised); }
    .diagram .heading { fill: var(--accentGround); }
    .diagram .frame { stroke: light-dark(#8a94a1, #5d6774); }
    .diagram :is(.line path, .sign) { stroke: var(--soft); }
    .diagram :is(.sign, .line .triangle) { fill: var(--ground); }
    .diagram .box[role] { cursor: pointer; }
    .diagram .box:is(:hover, :focus-visible) .frame { stroke: var(--accent); stroke-width: 2.5; }
    .diagram .box:focus-visible { outline: none; }
    .diagram .box.target .frame { stroke: var(--accent); stroke-width: 3; }
    .diagram .added :is(.frame, path, .sign) { stroke: var(--added); }
    .diagram .removed :is(.frame, path, .sign) { stroke: var(--error); }
    .diagram .changed :is(.frame, path, .sign) { stroke: var(--warning); }
    .diagram .box .heading { stroke: none; }
    .diagram :is(.box.added .heading, .row.added .band) { fill: var(--addedGround); }
    .diagram :is(.box.removed .heading, .row.removed .band) { fill: var(--errorGround); }
    .diagram :is(.box.changed .heading, .row.changed .band) { fill: var(--warningGround); }

    #palette {
      width: min(38rem, calc(100vw - 2rem)); margin-top: 12vh; padding: 0; border: 1px solid var(--line); border-radius: 12px;
      background: var(--raised); color: var(--text); box-shadow: 0 16px 50px rgb(0 0 0 / 0.3); overflow: hidden;
    }
    #palette::backdrop { background: rgb(0 0 0 / 0.3); }
    #palette input { width: 100%; border: 0; border-bottom: 1px solid var(--line); border-radius: 0; padding: 0.9rem 1.1rem; font-size: 1.05rem; outline: none; }
    #palette ul { max-height: 50vh; overflow-y: auto; padding: 0.4rem; }
    #palette li { display: flex; align-items: center; gap: 0.6rem; padding: 0.35rem 0.7rem; border-radius: 7px; cursor: pointer; }
    #palette li .what { overflow-wrap: anywhere; }
    #palette li .soft { margin-left: auto; font-size: 0.85rem; }
    #palette li:hover { background: var(--hover); }
    #palette li[aria-selected="true"] { background: var(--accentGround); color: var(--accent); }
    #palette li[aria-selected="true"] .soft { color: inherit; }
    @page picture { size: landscape; }
    @media print {
      .controls, .button { display: none; }
      .diagram { overflow: visible; page: picture; }
      .diagram > svg { position: static; transform: none !important; max-width: 100%; height: auto; }
    }
    """#
}
