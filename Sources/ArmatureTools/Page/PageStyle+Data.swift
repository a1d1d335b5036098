extension PageStyle {
  /// The tables of objects, and the selected object.
  static let data = #"""
    .split { flex: 1; min-height: 0; display: flex; position: relative; }
    .grid { flex: 1; min-height: 0; min-width: 0; overflow: auto; position: relative; --columns: 1fr; }
    .grid:focus-visible { outline-offset: -2px; }
    .grid .heads { position: sticky; top: 0; z-index: 2; min-width: min-content; width: 100%; display: grid; }
    .grid .body { position: relative; min-width: min-content; width: 100%; display: grid; }
    .grid .row { display: grid; grid-template-columns: var(--columns); width: 100%; height: var(--row); border-bottom: 1px solid var(--line); }
    .grid .body .row { position: absolute; left: 0; cursor: default; }
    .grid .body .row:hover { background: light-dark(#f8f9fb, #181c22); }
    .grid .head { background: var(--side); color: var(--soft); font-size: 0.8rem; font-weight: 600; }
    .grid .cell { padding: 0 0.8rem; line-height: 31px; overflow: hidden; white-space: nowrap; text-overflow: ellipsis; }
    .grid .head { height: 32px; }
    .grid.high .body .cell {
      align-self: center; white-space: normal; line-height: 1.35; max-height: 2.7em; overflow-wrap: anywhere; display: -webkit-box;
      -webkit-box-orient: vertical; -webkit-line-clamp: 2;
    }
    .grid .badge { vertical-align: middle; }
    .grid .cell.number { text-align: right; font-variant-numeric: tabular-nums; }
    .head .cell button {
      border: 0; background: none; padding: 0; font: inherit; color: inherit; width: 100%; text-align: inherit; overflow: hidden;
      text-overflow: ellipsis;
    }
    .head .cell button:hover { color: var(--text); }
    [aria-sort="ascending"] .arrow::after { content: " ↑"; }
    [aria-sort="descending"] .arrow::after { content: " ↓"; }
    .grid:focus-visible .active { box-shadow: inset 0 0 0 2px var(--accent); }
    .grid .body .row:has(.active) { background: var(--accentGround); }
    .grid .body .row:has(.active) .none { color: var(--text); }
    .cell.wrong.error { background: var(--errorGround); color: var(--error); }
    .cell.wrong.warning { background: var(--warningGround); color: var(--warning); }
    .cell.wrong :is(.none, a) { color: inherit; }
    .mark {
      display: inline-grid; place-items: center; width: 1rem; height: 1rem; border-radius: 50%; line-height: 1; margin-right: 0.4rem;
      font-size: 0.7rem; font-weight: 700; vertical-align: middle;
    }
    .wrong.error .mark { background: var(--error); color: var(--errorGround); }
    .wrong.warning .mark { background: var(--warning); color: var(--warningGround); }

    .panel { width: min(25rem, 45%); flex: none; overflow-y: auto; border-left: 1px solid var(--line); padding: 1rem 1.2rem 2rem; background: var(--side); }
    .panel[hidden] { display: none; }
    .panel header { display: flex; justify-content: space-between; align-items: center; }
    .panel h2 { font-size: 1.2rem; overflow-wrap: anywhere; margin-bottom: 0.8rem; line-height: 1.3; }
    .panel h3 { font-size: 0.85rem; color: var(--soft); font-weight: 400; margin: 1rem 0 0.2rem; }
    .close { border: 0; background: none; font-size: 1.3rem; line-height: 1; padding: 0.2rem 0.5rem; color: var(--soft); }
    .panel .box { padding: 0.55rem 0.8rem; border-radius: 8px; margin-bottom: 0.6rem; overflow-wrap: anywhere; }
    .panel .box.error { background: var(--errorGround); }
    .panel .box.warning { background: var(--warningGround); }
    .box .soft, .box .site { color: var(--text); white-space: normal; font-size: 0.85rem; }
    .box .badge { background: none; padding: 0; font-weight: 650; }
    .values > div { padding: 0.4rem 0; border-top: 1px solid var(--line); }
    .values dt { font-size: 0.82rem; }
    .values dd { white-space: pre-wrap; }
    .values .wrong.error dt { color: var(--error); }
    .values .wrong.warning dt { color: var(--warning); }
    .values .wrong dt a::after { content: " !"; font-weight: 700; }
    input[aria-invalid="true"] { border-color: var(--error); }
    .links li { padding: 0.05rem 0; }
    @media (max-width: 50rem) {
      .panel { position: absolute; inset: 0; width: auto; border: 0; z-index: 4; }
    }
    @media print {
      .split { display: block; }
      .panel { width: auto; background: none; border: 0; position: static; }
      .grid { overflow: visible; height: auto; }
      .body { height: auto !important; }
      .grid .body .row { position: static; height: auto; min-height: 1.8rem; }
      .grid .body .cell, .grid.high .body .cell {
        display: block; max-height: none; white-space: normal; overflow: visible; overflow-wrap: anywhere; line-height: 1.4;
        padding-block: 0.2rem;
      }
    }
    """#
}
