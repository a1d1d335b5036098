extension PageStyle {
  /// Badges, signs, tables and lists.
  static let pieces = #"""
    .badge {
      display: inline-block; padding: 0 0.45rem; border-radius: 5px; font-size: 0.8rem; line-height: 1.45;
      background: var(--hover); color: var(--text); vertical-align: bottom; margin-right: 0.3rem;
      font-weight: 400;
    }
    .badge.accent { background: var(--accentGround); color: var(--accent); }
    .badge.error, .badge.removed { background: var(--errorGround); color: var(--error); }
    .badge.warning, .badge.changed { background: var(--warningGround); color: var(--warning); }
    .badge.added { background: var(--addedGround); color: var(--added); }
    span.sign {
      display: inline-grid; place-items: center; width: 1.15rem; height: 1.15rem; border-radius: 4px; flex: none;
      font-size: 0.7rem; font-weight: 700; font-style: normal; margin-right: 0.45rem; vertical-align: text-bottom;
      background: var(--hover); color: var(--soft);
    }
    #side .sign, #palette .sign { margin: 0; }
    span.sign.entity { background: var(--accentGround); color: var(--accent); }
    span.sign.attribute { background: var(--purpleGround); color: var(--purple); }
    span.sign.relationship { background: var(--addedGround); color: var(--added); }
    span.sign.fetched { background: var(--warningGround); color: var(--warning); }
    .site { color: var(--soft); }
    .nothing { color: var(--soft); }
    .none { color: var(--soft); }
    .button {
      display: inline-block; border: 1px solid var(--line); border-radius: 7px; padding: 0.2rem 0.7rem;
      background: var(--raised);
    }
    .button:hover { background: var(--hover); text-decoration: none; }

    .scroll { overflow-x: auto; border: 1px solid var(--line); border-radius: 9px; }
    table { border-collapse: collapse; width: 100%; }
    th, td { text-align: left; vertical-align: top; padding: 0.45rem 0.8rem; border-top: 1px solid var(--line); font-weight: 400; }
    thead th { border-top: 0; background: var(--side); color: var(--soft); font-size: 0.8rem; font-weight: 600; white-space: nowrap; }
    tbody th { font-weight: 550; min-width: min(13rem, 36vw); }
    tbody tr:hover { background: light-dark(#f8f9fb, #181c22); }
    tr.inherited th { font-weight: 400; }
    tr.target { background: var(--accentGround) !important; }
    tr.added { background: var(--addedGround) !important; }
    tr.removed { background: var(--errorGround) !important; }
    .added .soft, .removed .soft, .target .soft, .added .site, .removed .site, .target .site,
    .added .none, .removed .none { color: var(--text); }
    .tree { display: inline-flex; align-items: center; }
    #side .tree { display: block; }
    .depth1 { padding-left: 1.1rem; } .depth2 { padding-left: 2.2rem; } .depth3 { padding-left: 3.3rem; }
    .depth4 { padding-left: 4.4rem; } .depth5 { padding-left: 5.5rem; } .depth6 { padding-left: 6.6rem; }
    .tree .badge, h2 .badge, td code + .badge { margin-left: 0.5rem; }
    .note, .pair { margin-right: 0.7rem; color: var(--soft); }
    .note code, .pair code { color: var(--text); }
    .rules li { display: flex; flex-wrap: wrap; gap: 0.15rem 0.7rem; align-items: baseline; }
    .rules .what::before { content: "✓"; color: var(--added); margin-right: 0.45rem; font-size: 0.85em; }
    .rules q { font-style: italic; color: var(--soft); }
    td .rules .site { margin-left: auto; }
    .facts { display: grid; gap: 0.35rem; margin-top: 1rem; }
    .facts > div { display: grid; grid-template-columns: 8.5rem minmax(0, 1fr); gap: 0.8rem; }
    dt { color: var(--soft); }
    dd { overflow-wrap: anywhere; }
    @media (max-width: 50rem) { .facts > div { grid-template-columns: 1fr; gap: 0; } }
    """#
}
