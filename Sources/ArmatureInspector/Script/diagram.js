// The diagram, with panning, zooming and links to entities.

// The minimum scale at which the diagram is readable.
const readable = 0.7;

// Shows the diagram, centred on an entity if one is given.
function showDiagram(name) {
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
      control("Fit, but no smaller than can be read", "Fit", view.fit), control("Show all", "All", view.all),
      control("Natural size", "1:1", view.natural))),
    view.frame]);
  const boxes = [...picture.querySelectorAll("g.box")].slice(0, model.boxes.length);
  boxes.forEach((box, index) => leadToEntity(box, model.boxes[index], view));
  const chosen = boxes[model.boxes.indexOf(name)];
  view.middle = chosen ?? boxes[busiest()];
  view.fit();
  if (!chosen) return name === undefined ? undefined : announce(`The picture has no entity ${name}.`);
  chosen.classList.add("target");
  view.center(chosen);
}

// The box with the most lines.
function busiest() {
  const counts = new Map(model.boxes.map((name) => [name, 0]));
  for (const entity of model.entities) {
    const ends = entity.properties.filter((property) => property.kind === "relationship").map((property) => property.type);
    for (const end of [...ends, entity.parent]) if (counts.has(end)) counts.set(end, counts.get(end) + 1);
  }
  const most = Math.max(...counts.values());
  return model.boxes.findIndex((name) => counts.get(name) === most);
}

// Makes a box a link. Only a click that did not move the diagram follows it.
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

// A frame in which the diagram can be moved and scaled.
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
  const whole = () => Math.min(1.4, (frame.clientWidth - 24) / width, (frame.clientHeight - 24) / height);
  view.zoom = (factor, x = frame.clientWidth / 2, y = frame.clientHeight / 2) => {
    const scale = Math.min(4, Math.max(Math.min(0.05, whole()), state.scale * factor));
    state.x = x - (x - state.x) * scale / state.scale;
    state.y = y - (y - state.y) * scale / state.scale;
    state.scale = scale;
    apply();
  };
  // Leave no empty space where the diagram could be visible.
  const keepInside = () => {
    const kept = (place, size, space) => size + 24 > space ? Math.min(12, Math.max(space - size - 12, place)) : (space - size) / 2;
    state.x = kept(state.x, width * state.scale, frame.clientWidth);
    state.y = kept(state.y, height * state.scale, frame.clientHeight);
  };
  view.show = (scale) => {
    state.scale = scale;
    state.x = Math.max(12, (frame.clientWidth - width * scale) / 2);
    state.y = Math.max(12, (frame.clientHeight - height * scale) / 2);
    apply();
  };
  view.all = () => view.show(whole());
  view.fit = () => {
    view.show(Math.max(readable, whole()));
    if (whole() < readable && view.middle) view.center(view.middle);
  };
  view.natural = () => view.show(1);
  view.center = (box) => {
    const [inner, outer] = [box.getBoundingClientRect(), frame.getBoundingClientRect()];
    state.x += outer.left + outer.width / 2 - inner.left - inner.width / 2;
    // If a box is higher than the frame, its heading is shown.
    state.y += outer.top + Math.max(24, (outer.height - inner.height) / 2) - inner.top;
    keepInside();
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
    // Capture only now, so that the box still receives a click.
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
