extension PageScript {
  /// The picture, which pans, zooms and leads to entities.
  static let diagram = #"""
    function showDiagram() {
      page("Diagram");
      const main = byID("main");
      main.className = "whole";
      const picture = byID("picture").content.querySelector("svg").cloneNode(true);
      const view = panning(picture);
      const control = (label, text, work) =>
        el("button", { "aria-label": label, title: label, onclick: work }, text);
      fill(main, [el("header", { class: "top line" }, el("h1", {}, "Diagram"),
        el("div", { class: "controls", role: "group", "aria-label": "Zoom" },
          control("Zoom in", "+", () => view.zoom(1.25)), control("Zoom out", "−", () => view.zoom(0.8)),
          control("Show all", "Fit", view.fit), control("Natural size", "1:1", view.natural))),
        view.frame]);
      [...picture.querySelectorAll("g.box")].slice(0, model.boxes.length).forEach((box, index) =>
        leadToEntity(box, model.boxes[index], view));
      view.fit();
    }

    // Makes a box of the picture a link; only a click that did not move the picture follows it.
    function leadToEntity(box, name, view) {
      if (!entities.has(name)) return;
      box.setAttribute("role", "link");
      box.setAttribute("tabindex", "0");
      box.setAttribute("aria-label", name);
      box.addEventListener("click", () => { if (!view.hasMoved()) location.hash = entityAddress(name); });
      box.addEventListener("keydown", (event) => {
        if (event.key === "Enter") location.hash = entityAddress(name);
      });
      box.addEventListener("focus", () => { if (box.matches(":focus-visible")) view.center(box); });
    }

    // A frame in which a picture is moved and scaled.
    function panning(picture) {
      const [width, height] = picture.getAttribute("viewBox").split(" ").slice(2).map(Number);
      const frame = el("div", { class: "diagram", tabindex: "0", role: "group",
        "aria-label": "Diagram: arrow keys move it, plus and minus scale it" });
      picture.setAttribute("role", "group");
      frame.append(picture);
      const state = { x: 0, y: 0, scale: 1, moved: false };
      const apply = () => {
        picture.style.transform = `translate(${state.x}px, ${state.y}px) scale(${state.scale})`;
      };
      const view = { frame, state, apply, hasMoved: () => state.moved };
      view.zoom = (factor, x = frame.clientWidth / 2, y = frame.clientHeight / 2) => {
        const scale = Math.min(4, Math.max(0.05, state.scale * factor));
        state.x = x - (x - state.x) * scale / state.scale;
        state.y = y - (y - state.y) * scale / state.scale;
        state.scale = scale;
        apply();
      };
      view.show = (scale) => {
        state.scale = scale;
        state.x = Math.max(12, (frame.clientWidth - width * scale) / 2);
        state.y = Math.max(12, (frame.clientHeight - height * scale) / 2);
        apply();
      };
      view.fit = () => view.show(Math.max(0.05, Math.min(1.4,
        (frame.clientWidth - 24) / width, (frame.clientHeight - 24) / height)));
      view.natural = () => view.show(1);
      view.center = (box) => {
        const [inner, outer] = [box.getBoundingClientRect(), frame.getBoundingClientRect()];
        state.x += outer.left + outer.width / 2 - inner.left - inner.width / 2;
        state.y += outer.top + outer.height / 2 - inner.top - inner.height / 2;
        frame.scrollTo(0, 0);
        apply();
      };
      listenToPointer(view);
      listenToKeys(view);
      return view;
    }

    function listenToPointer({ frame, state, apply, zoom }) {
      const pointers = new Map();
      const distance = () => {
        const [a, b] = [...pointers.values()];
        return Math.hypot(a.x - b.x, a.y - b.y);
      };
      frame.addEventListener("pointerdown", (event) => {
        pointers.set(event.pointerId, { x: event.clientX, y: event.clientY });
        state.moved = false;
      });
      frame.addEventListener("pointermove", (event) => {
        const last = pointers.get(event.pointerId);
        if (!last) return;
        const [x, y] = [event.clientX - last.x, event.clientY - last.y];
        if (!state.moved && Math.hypot(x, y) < 4) return;
        state.moved = true;
        // Only now: a click must still be told to the box.
        frame.setPointerCapture(event.pointerId);
        const before = pointers.size === 2 ? distance() : 0;
        pointers.set(event.pointerId, { x: event.clientX, y: event.clientY });
        const box = frame.getBoundingClientRect();
        if (before) return zoom(distance() / before, event.clientX - box.left, event.clientY - box.top);
        state.x += x;
        state.y += y;
        apply();
      });
      for (const name of ["pointerup", "pointercancel", "pointerleave"]) {
        frame.addEventListener(name, (event) => pointers.delete(event.pointerId));
      }
      frame.addEventListener("wheel", (event) => {
        event.preventDefault();
        if (event.ctrlKey || event.metaKey || !event.shiftKey && !event.deltaX) {
          const box = frame.getBoundingClientRect();
          return zoom(Math.exp(-event.deltaY / 400), event.clientX - box.left, event.clientY - box.top);
        }
        state.x -= event.deltaX;
        state.y -= event.deltaY;
        apply();
      }, { passive: false });
    }

    function listenToKeys({ frame, state, apply, zoom, fit }) {
      const moves = { ArrowLeft: [60, 0], ArrowRight: [-60, 0], ArrowUp: [0, 60], ArrowDown: [0, -60] };
      frame.addEventListener("keydown", (event) => {
        if (event.ctrlKey || event.metaKey || event.altKey) return;
        if (event.key === "+" || event.key === "=") zoom(1.25);
        else if (event.key === "-") zoom(0.8);
        else if (event.key === "0") fit();
        else if (moves[event.key]) {
          state.x += moves[event.key][0];
          state.y += moves[event.key][1];
          apply();
          event.preventDefault();
        }
      });
    }
    """#
}
