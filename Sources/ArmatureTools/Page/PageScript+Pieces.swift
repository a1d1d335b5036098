extension PageScript {
  /// What several views are made of.
  static let pieces = #"""
    const badge = (text, kind = "", title) => el("span", { class: `badge ${kind}`, title }, text);
    const code = (text) => el("code", {}, text);
    const sign = (letter, kind, title) =>
      el("span", { class: `sign ${kind}`, title, "aria-hidden": "true" }, letter);
    const signs = {
      attribute: () => sign("A", "attribute", "attribute"),
      relationship: () => sign("R", "relationship", "relationship"),
      fetched: () => sign("F", "fetched", "fetched property"),
      entity: () => sign("E", "entity", "entity"),
    };

    const entityLink = (name, attributes) =>
      entities.has(name) ? link(entityAddress(name), attributes, name) : el("span", attributes ?? {}, name);

    const propertyLink = (entity, name) => link(entityAddress(entity, name), {}, `${entity}.${name}`);

    function site(text) { return text ? el("span", { class: "site" }, text) : null; }

    // A heading with what stands below it; nothing where there is nothing.
    function section(title, content, size) {
      if (!content || (Array.isArray(content) && !content.length)) return null;
      return el("section", { class: "part" },
        el("h2", {}, title, size === undefined ? null : el("span", { class: "size" }, size)), content);
    }

    // A table of rows, each an array of cells or an object with cells and attributes.
    function table(label, headings, rows) {
      const head = headings.map((heading) => el("th", { scope: "col" }, heading));
      const body = rows.map((row) => {
        const { cells, ...attributes } = Array.isArray(row) ? { cells: row } : row;
        return el("tr", attributes, cells.map((cell, index) =>
          index === 0 ? el("th", { scope: "row" }, cell) : el("td", {}, cell)));
      });
      return el("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": label },
        el("table", { "aria-label": label }, el("thead", {}, el("tr", {}, head)), el("tbody", {}, body)));
    }

    // A number with its meaning, which leads somewhere.
    function tile(number, one, many, address, kind = "") {
      return link(address, { class: `tile ${kind}` },
        el("span", { class: "number" }, number.toLocaleString("en")),
        el("span", { class: "meaning" }, number === 1 ? one : many));
    }

    function page(title, ...content) {
      const main = byID("main");
      main.replaceChildren();
      main.className = "";
      document.title = title === model.title ? title : `${title} · ${model.title}`;
      fill(main, content);
    }

    function nothing(text) { return el("p", { class: "nothing" }, text); }

    function details(pairs) {
      const shown = pairs.filter(([, value]) => value !== null && value !== undefined && value !== false);
      return shown.length ? el("dl", { class: "facts" },
        shown.map(([name, value]) => el("div", {}, el("dt", {}, name), el("dd", {}, value)))) : null;
    }

    const userInfo = (info) =>
      Object.entries(info).map(([key, value]) => el("span", { class: "pair" }, code(key), " ", value));

    // Items with a comma between them.
    const joined = (items) => items.flatMap((item, index) => index ? [", ", item] : [item]);

    function rulesList(rules) {
      if (!rules.length) return null;
      return el("ul", { class: "rules" }, rules.map(({ rule, owner }) =>
        el("li", {}, el("span", { class: "what" }, rule.text),
          rule.isWarning && !rule.text.includes("(warning)") ? badge("warning", "warning") : null,
          rule.message ? el("q", {}, rule.message) : null,
          owner ? el("span", { class: "soft" }, "of ", entityLink(owner.name)) : null,
          site(rule.site))));
    }
    """#
}
