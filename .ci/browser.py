"""The program of `.ci/browser`: creates models, and tests a page in a browser over a pipe."""

import base64
import json
import os
import subprocess
import sys
import time

LONG = "AnEntityWithANameThatGoesOnAndOnUntilNoColumnIsWideEnoughToHoldAllOfIt"
HOSTILE = "<img src=x onerror=\"broken=1\"></script>"


def attribute(name, kind, **facts):
    return {"attribute": {"name": name, "type": kind, **facts}}


def relationship(name, to, inverse=None, arity="toOne", **facts):
    inverses = {"inverse": inverse} if inverse else {}
    return {"relationship": {"name": name, "destination": to, "arity": arity, **inverses, **facts}}


def model(is_older):
    site = {"file": "Shop/Model.swift", "line": 12}
    price = attribute("total", "double" if is_older else "decimal", isOptional=True, site=site)
    count = {"requirement": {"range": {"minimum": {"int": 1}, "excludesMaximum": False}}, "severity": "error"}
    entities = [
        {"name": "Party", "isAbstract": True, "properties": [attribute("name", "string")]},
        {"name": "Customer", "parent": "Party", "properties": [
            relationship("orders", "Order", "customer", "toMany")]},
        {"name": "Order", "properties": [
            attribute("number", "int64", isIdentifying=True, rules=[count]), price,
            relationship("customer", "Customer", "orders", isOptional=False)],
         "uniquenessConstraints": [{"properties": ["number"]}]},
        {"name": HOSTILE, "properties": [attribute("text", "string")]},
        {"name": LONG, "site": site, "properties": [
            attribute(LONG, "string", site=site, userInfo={"note": "x" * 200}), relationship("orders", "Order", None, "toMany")]},
    ]
    return {"name": "Shop", "entities": entities[:3] if is_older else entities}


def wide_model():
    """Returns more entities than a screen can show; each leads to the next one and to the first."""
    entities = [
        {"name": f"Part{i}", "properties": [attribute(f"value{j}", "string") for j in range(9)] + [
            relationship("next", f"Part{(i + 1) % 90}"), relationship("first", "Part0")]} for i in range(90)]
    return {"name": "Wide", "entities": entities}


def write_models(folder):
    customers = [
        {"name": f"Customer {i}" if i else HOSTILE,
         "orders": [{"number": i * 10 + j} for j in range(10)]} for i in range(2000)]
    texts = {"shop": model(False), "older": model(True), "wide": wide_model(), "data": {"Customer": customers, HOSTILE: [{"text": HOSTILE}]}}
    for name, value in texts.items():
        with open(os.path.join(folder, name + ".json"), "w") as file:
            json.dump(value, file)


class Page:
    """A page in a browser, controlled over a pipe."""

    def __init__(self, browser, folder):
        here, there = os.pipe(), os.pipe()

        def connect():
            ends = os.dup(here[0]), os.dup(there[1])
            os.dup2(ends[0], 3)
            os.dup2(ends[1], 4)

        self.process = subprocess.Popen(
            [browser, "--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage",
             "--remote-debugging-pipe", "--user-data-dir=" + os.path.join(folder, "profile"), "about:blank"],
            preexec_fn=connect, close_fds=False, stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        os.close(here[0])
        os.close(there[1])
        self.output, self.input = here[1], os.fdopen(there[0], "rb")
        self.number, self.session, self.errors = 0, None, []
        targets = self.send("Target.getTargets")["targetInfos"]
        target = next(target for target in targets if target["type"] == "page")["targetId"]
        self.session = self.send("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        for domain in ("Page", "Runtime", "Log"):
            self.send(domain + ".enable")

    def send(self, method, **parameters):
        self.number += 1
        message = {"id": self.number, "method": method, "params": parameters}
        if self.session:
            message["sessionId"] = self.session
        os.write(self.output, json.dumps(message).encode() + b"\0")
        while True:
            answer = self.receive()
            if answer.get("id") == self.number:
                if "error" in answer:
                    raise SystemExit(f"{method}: {answer['error']}")
                return answer["result"]
            self.note(answer)

    def receive(self):
        text = bytearray()
        while (byte := self.input.read(1)) != b"\0":
            if not byte:
                raise SystemExit("The browser has ended.")
            text += byte
        return json.loads(text)

    def note(self, event):
        method, facts = event.get("method"), event.get("params", {})
        isError = (
            method == "Runtime.exceptionThrown"
            or method == "Log.entryAdded" and facts["entry"]["level"] in ("error", "warning")
            or method == "Runtime.consoleAPICalled" and facts["type"] in ("error", "warning"))
        if isError:
            self.errors.append(json.dumps(facts)[:400])

    def value(self, expression):
        answer = self.send("Runtime.evaluate", expression=expression, returnByValue=True, awaitPromise=True)
        if "exceptionDetails" in answer:
            raise SystemExit(f"{expression}: {json.dumps(answer['exceptionDetails'])[:400]}")
        return answer["result"].get("value")

    def open(self, address):
        self.send("Page.navigate", url=address)
        self.wait("document.readyState === 'complete' && location.protocol === 'file:'")

    def wait(self, condition):
        for _ in range(100):
            if self.value(f"Boolean({condition})"):
                return
            time.sleep(0.05)
        raise SystemExit(f"This must become true, but does not: {condition}")

    def shoot(self, name):
        """Saves a screenshot of the window, if a folder is given."""
        folder = os.environ.get("ARMATURE_SCREENSHOTS")
        if folder:
            name = "".join(c if c.isalnum() else "-" for c in name).strip("-")[:60]
            self.send("Emulation.setDeviceMetricsOverride", width=1280, height=800, deviceScaleFactor=1, mobile=False)
            picture = self.send("Page.captureScreenshot", format="png")["data"]
            self.send("Emulation.clearDeviceMetricsOverride")
            with open(os.path.join(folder, f"{name}.png"), "wb") as file:
                file.write(base64.b64decode(picture))

    def click(self, selector):
        self.value(f"document.querySelector({json.dumps(selector)}).click()")

    def key(self, key, modifiers=0):
        code = {"key": key, "code": "Key" + key.upper() if len(key) == 1 else key, "modifiers": modifiers,
                "windowsVirtualKeyCode": {"Enter": 13, "Escape": 27, "ArrowDown": 40}.get(key, ord(key[0].upper()))}
        self.send("Input.dispatchKeyEvent", type="rawKeyDown", **code)
        self.send("Input.dispatchKeyEvent", type="keyUp", **code)


# The lowest contrast between visible texts and their background, with its text.
CONTRAST = """(() => {
  const canvas = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
  const parts = (color) => {
    canvas.clearRect(0, 0, 1, 1); canvas.fillStyle = color; canvas.fillRect(0, 0, 1, 1);
    return canvas.getImageData(0, 0, 1, 1).data;
  };
  const light = (color) => [...parts(color)].slice(0, 3).map((part) => part / 255)
    .map((part) => part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4)
    .reduce((sum, part, index) => sum + part * [0.2126, 0.7152, 0.0722][index], 0);
  const ground = (element) => {
    for (; element; element = element.parentElement) {
      const color = getComputedStyle(element).backgroundColor;
      if (parts(color)[3] > 0) return color;
    }
    return "white";
  };
  let least = [99, ""];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const element = walker.currentNode.parentElement;
    if (!walker.currentNode.data.trim() || element.closest("svg,.unseen,script,style,template") || !element.checkVisibility()) continue;
    const [a, b] = [light(getComputedStyle(element).color), light(ground(element))].sort((x, y) => y - x);
    const contrast = (a + 0.05) / (b + 0.05);
    if (contrast < least[0]) least = [contrast, walker.currentNode.data + " in " + element.outerHTML.slice(0, 90)];
  }
  return least;
})()"""

# The interactive elements without a name for screen readers.
NAMELESS = """[...document.querySelectorAll("a,button,input,[role=grid],[role=region],[role=link],dialog,nav")]
  .filter((element) => element.checkVisibility() && !(element.getAttribute("aria-label") || element.textContent.trim()
    || element.labels?.[0]?.textContent.trim())).map((element) => element.outerHTML.slice(0, 90))"""


def check(condition, sentence):
    if not condition:
        raise SystemExit(sentence)


def look(page, view):
    """Checks the visible page, in light and dark appearance."""
    page.value(f"location.hash = {json.dumps(view)}")
    page.wait("document.querySelector('main').textContent.length > 0")
    nameless = page.value(NAMELESS)
    check(not nameless, f"{view}: each element must have a name, but these have none: {nameless}")
    for theme in ("light", "dark"):
        page.click(f"[data-choice={theme}]")
        contrast, text = page.value(CONTRAST)
        check(contrast >= 4.5, f"{view}, {theme}: the contrast must be 4.5, but is {contrast:.2f}: {text}")
        page.shoot(f"{view}-{theme}")
    check(page.value("document.querySelectorAll('main h1').length === 1"), f"{view} must have one heading.")


def try_search(page):
    page.key("k", modifiers=2)
    page.wait("document.querySelector('#palette').open")
    page.send("Input.insertText", text="total")
    page.wait("document.querySelector('[aria-selected=true]')?.textContent.includes('Order.total')")
    page.key("Enter")
    page.wait("location.hash === '#Order.total' && document.querySelector('tr.target')")
    check(page.value("!document.querySelector('#palette').open"), "The search must close when it is followed.")


def try_objects(page):
    page.value("location.hash = '#/objects/Order'")
    page.wait("document.querySelector('[role=grid]')?.getAttribute('aria-rowcount') === '20001'")
    check(page.value("document.querySelectorAll('[role=row]').length < 120"), "Only rows in sight must be elements.")
    page.value("document.querySelector('[role=grid]').scrollTop = 1e9")
    page.wait("document.querySelector('[aria-rowindex=\"20001\"]')")
    page.value("document.querySelector('.grid').scrollTop = 0")
    page.wait("document.querySelector('.cell.wrong')?.title.includes('at least 1')")
    page.value("document.querySelector('[role=grid]').focus()")
    page.key("ArrowDown")
    page.key("Enter")
    page.wait("location.hash === '#/objects/Order/1' && document.querySelector('.panel .box.error')")
    page.click(".panel .links a")
    page.wait("location.hash === '#/objects/Customer/1'")
    page.click(".panel .links a")
    page.wait("location.hash === '#/objects/Order/1'")
    page.key("Escape")
    page.wait("location.hash === '#/objects/Order'")
    page.value("(() => { const f = document.querySelector('main input[type=search]'); f.value = 'customer 77'; "
               "f.dispatchEvent(new Event('input')); })()")
    page.wait("document.querySelector('main header').textContent.includes('110 of 20,000')")
    for text, answer in CONDITIONS:
        page.value("(() => { const f = document.querySelector('main input[type=search]'); f.value = "
                   + json.dumps(text) + "; f.dispatchEvent(new Event('input')); })()")
        page.wait(f"document.querySelector('main header').textContent.includes({json.dumps(answer)})")
        isWrong = page.value("document.querySelector('main input[type=search]').getAttribute('aria-invalid')")
        check(isWrong == str(answer.startswith("Expected")).lower(), f"{text}: {isWrong}")


# Conditions that filter tables, and the expected messages.
CONDITIONS = [
    ("number >= 19000", "1,000 of 20,000"), ("number BETWEEN {5, 9} OR number == 12", "6 of 20,000"),
    ("customer.name == 'Customer 77'", "10 of 20,000"), ("customer.name ENDSWITH[c] ' 77' AND NOT number < 775", "5 of 20,000"),
    ("total == NULL", "20,000 objects"), ("customer.orders.@count > 10", "0 of 20,000"),
    ("ANY customer.orders.number == 12", "10 of 20,000"), ("number >", "Expected a value, but found nothing more."),
    ("number LIKE 5", "Expected text after LIKE."), ("", "20,000 objects"),
]


def try_diagram(page):
    page.value("location.hash = '#/diagram'")
    page.wait("document.querySelectorAll('.diagram g.box[role=link]').length === 5")
    before = page.value("document.querySelector('.diagram > svg').style.transform")
    page.click("[aria-label='Zoom in']")
    check(page.value("document.querySelector('.diagram > svg').style.transform") != before, "The picture must grow.")
    page.value("document.querySelector('.diagram g.box[aria-label=Order]').dispatchEvent(new MouseEvent('click'))")
    page.wait("location.hash === '#Order'")


# The scale of the diagram, and whether the middle of an element is visible.
SCALE = "Number(document.querySelector('.diagram > svg').style.transform.match(/scale\\(([^)]*)/)[1])"
IN_SIGHT = """((selector) => {
  const [box, frame] = [selector, ".diagram"].map((part) => document.querySelector(part).getBoundingClientRect());
  const [x, y] = [box.left + box.width / 2, box.top + 10];
  return x > frame.left && x < frame.right && y > frame.top && y < frame.bottom;
})"""


def try_large_diagram(page, path):
    page.open("file://" + path + "#/diagram")
    page.wait("document.querySelectorAll('.diagram g.box[role=link]').length === 90")
    check(page.value(SCALE) >= 0.7, "A large picture must begin at a size that can be read.")
    check(page.value(IN_SIGHT + "('[aria-label=Part0]')"), "A large picture must begin where most lines lead to.")
    page.value("location.hash = '#/diagram/Part40'")
    page.wait("document.querySelector('.box.target')?.getAttribute('aria-label') === 'Part40'")
    check(page.value(SCALE) >= 0.7 and page.value(IN_SIGHT + "('.box.target')"), "The entity must be in sight.")
    page.click("[aria-label='Show all']")
    check(page.value(SCALE) < 0.5 and page.value(IN_SIGHT + "('[aria-label=Part89]')"), "All must be in sight.")


def try_long_names(page, width):
    """Checks that no name makes a page wider than the window, and that a site is no longer than its line."""
    page.send("Emulation.setDeviceMetricsOverride", width=width, height=800, deviceScaleFactor=1, mobile=False)
    for view in ("#", f"#{LONG}", "#Order", "#/issues", "#/problems", "#/objects/Order/1"):
        page.value(f"location.hash = {json.dumps(view)}")
        page.wait("document.querySelector('main').textContent.length > 0")
        check(page.value("document.documentElement.scrollWidth <= innerWidth && document.querySelector('main').scrollWidth "
                         "<= document.querySelector('main').clientWidth"), f"{view} must not be wider than {width}.")
    page.value(f"location.hash = '#{LONG}'")
    page.wait("document.querySelector('td .site')?.textContent.trim() === 'line\u00A012'")
    if width > 1000:
        check(page.value("[...document.querySelectorAll('.scroll')].every((part) => part.scrollWidth <= part.clientWidth)"),
              "The tables must have room for a long name.")
    page.send("Emulation.clearDeviceMetricsOverride")


def try_page(path, large, browser, folder):
    page = Page(browser, folder)
    try:
        page.open("file://" + path + "#Order.total")
        page.wait("document.querySelector('tr.target')?.dataset.property === 'total'")
        try_search(page)
        try_objects(page)
        try_diagram(page)
        for width in (1280, 420):
            try_long_names(page, width)
        for view in ("#", "#Order.total", "#Customer", "#/diagram", "#/issues", "#/changes", "#/problems",
                     "#/objects/Order/1"):
            look(page, view)
        hostile = page.value(f"entityAddress({json.dumps(HOSTILE)})")
        look(page, hostile)
        check(page.value("document.querySelector('h1').textContent") == HOSTILE, "A hostile name must be shown as it is.")
        check(page.value("window.broken === undefined && !document.querySelector('main img')"), "A name became markup.")
        check(page.value("getComputedStyle(document.documentElement).colorScheme") == "dark", "The theme must be dark.")
        try_large_diagram(page, large)
        check(not page.errors, f"The console must be empty, but has: {page.errors}")
    finally:
        page.process.terminate()
        page.process.wait()
    print("The page works.")


if sys.argv[1] == "models":
    write_models(sys.argv[2])
else:
    try_page(*sys.argv[2:])
