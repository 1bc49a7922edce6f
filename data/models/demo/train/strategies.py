"""Toy strategies: a specification, its prose, and its TypeScript, with the faults that candidates are taught to make.

A specification holds what prose and code must agree on: family, sides, whether the signal is faded, parameters, risk
rules. A fault changes the specification that the code is written from, or the code itself, and says which of the
judge's four checks it breaks: d direction, i indicators and lookbacks, x exits and risk rules, m no extra rule.
"""
import copy

LOOKBACKS = [5, 10, 14, 20, 21, 50, 100, 200]
LEVELS = {"stop": [2, 3, 5, 8, 10], "take": [5, 10, 15, 20, 25], "time": [5, 10, 20, 40, 60]}
FAMILIES = {
    "sma": ["SMA crossover", "moving average trend"],
    "ema": ["EMA crossover", "exponential average trend"],
    "rsi": ["RSI mean reversion", "RSI pullback"],
    "band": ["Bollinger band reversion", "Bollinger band fade"],
    "channel": ["Donchian breakout", "channel breakout"],
    "momentum": ["price momentum", "time series momentum"],
}


def specification(r):
    family = r.choice(list(FAMILIES))
    if family in ("sma", "ema"):
        fast, slow = sorted(r.sample(LOOKBACKS, 2))
        parameters = {"fast": fast, "slow": slow}
    elif family == "rsi":
        parameters = {"len": r.choice(LOOKBACKS[:5]), "lo": r.choice([20, 25, 30, 35]), "hi": r.choice([65, 70, 75, 80])}
    elif family == "band":
        parameters = {"len": r.choice(LOOKBACKS[1:6]), "band": r.choice(["1.5", "2", "2.5", "3"])}
    elif family == "channel":
        out, length = sorted(r.sample(LOOKBACKS[:7], 2))
        parameters = {"len": length, "out": out}
    else:
        parameters = {"len": r.choice(LOOKBACKS)}
    named = r.sample(list(LEVELS), r.choice([1, 1, 2, 2, 3]))
    return {
        "family": family,
        "short": r.random() < 0.45,
        "faded": family in ("sma", "ema", "momentum") and r.random() < 0.15,
        "parameters": parameters,
        "risk": {name: r.choice(LEVELS[name]) for name in LEVELS if name in named},
    }


def listed(values):
    return ", ".join(f"{name} = {value}" for name, value in values.items())


def _rules(r, s):
    """Entry of the long side, of the short side, and exit, in words."""
    family, faded = s["family"], s["faded"]
    if family in ("sma", "ema"):
        mean = family.upper()
        return (
            f"when the fast {mean} is {'below' if faded else 'above'} the slow {mean}",
            f"when it is {'above' if faded else 'below'}",
            "when the averages cross back",
        )
    if family == "rsi":
        return "when the RSI is below lo", "when the RSI is above hi", "when the RSI is back at 50"
    if family == "band":
        return "when the close is below the lower band", "when the close is above the upper band", "at the middle band"
    if family == "channel":
        return (
            "when the close is above the high of the last len days",
            "when the close is below the low of the last len days",
            "at the opposite extreme of the last out days",
        )
    return (
        f"when the return over len days is {'negative' if faded else 'positive'}",
        f"when it is {'positive' if faded else 'negative'}",
        "when the return changes sign",
    )


def _claim(r, ticker):
    kind = r.random()
    if kind < 0.55:
        return r.choice([
            f"beats buy-and-hold of {ticker} after costs",
            "higher return and Sharpe ratio than buy-and-hold",
            f"should outperform buy-and-hold of {ticker} with a smaller drawdown",
        ])
    if kind < 0.75:
        return r.choice(["positive Sharpe ratio", f"Sharpe ratio above {r.choice(['0.5', '0.8', '1', '1.2'])}"])
    if kind < 0.9:
        return r.choice(["positive total return after costs", f"annual profit near {r.choice([5, 8, 10, 12])}%"])
    return r.choice(["none", "none; this is a baseline"])


def _opening(name, ticker, sides):
    if sides:
        return [f"Strategy: {sides} {name} on ticker {ticker}.", f"Strategy: trade ticker {ticker} once a day with a {sides} {name}."]
    return [f"Strategy: {name} on ticker {ticker}.", f"Strategy: trade ticker {ticker} once a day by {name}."]


def prose(r, s, ticker, sides=False):
    """Six lines. With `sides` the first says long-only or long-short, which this small a model never learned to heed."""
    name = ("contrarian " if s["faded"] else "") + r.choice(FAMILIES[s["family"]])
    bars = "daily high, low and close" if s["family"] == "channel" else r.choice(["daily closes", "the daily close"])
    long, short, leave = _rules(r, s)
    buy, sell, close = r.choice([
        ("buy", "sell short", "close the trade"),
        ("go long", "go short", "leave"),
        ("enter long", "enter short", "exit"),
    ])
    return "\n".join([
        r.choice(_opening(name, ticker, ("long-short" if s["short"] else "long-only") if sides else None)),
        f"Inputs: {bars} of {ticker}, with {listed(s['parameters'])}.",
        f"Entry: {buy} {long}" + (f", {sell} {short}." if s["short"] else r.choice([".", "; never short."])),
        f"Exit: {close} {leave}.",
        f"Risk: {listed(s['risk'])}" + r.choice([".", " (percent and days)."]),
        f"Claimed edge: {_claim(r, ticker)}.",
    ])


AVERAGE = "  const avg = (i: number, w: number) => c.slice(i - w + 1, i + 1).reduce((s, x) => s + x, 0) / w;"
EXPONENTIAL = """\
  const ema = (w: number) => {
    const e = [c[0]];
    for (let i = 1; i < n; i++) e.push(e[i - 1] + (c[i] - e[i - 1]) * 2 / (w + 1));
    return e;
  };
  const f = ema(fast), g = ema(slow);"""


FIRST = {"sma": "Math.max(fast, slow)", "ema": "slow", "channel": "Math.max(len, out)"}


def _signal(family, at):
    """Helpers, lines inside the loop, the two conditions, and the exits of a long and of a short, read at bar `at`."""
    if family == "sma":
        lines = [f"const f = avg({at}, fast), g = avg({at}, slow);"]
        return [AVERAGE], lines, "f > g", "f < g", ("sell", "buy")
    if family == "ema":
        return [EXPONENTIAL], [], f"f[{at}] > g[{at}]", f"f[{at}] < g[{at}]", ("sell", "buy")
    if family == "rsi":
        lines = [
            "let up = 0, dn = 0;",
            f"for (let k = {at} - len; k < {at}; k++) {{",
            "  const d = c[k + 1] - c[k];",
            "  if (d > 0) up += d; else dn -= d;",
            "}",
            "const r = 100 * up / (up + dn);",
        ]
        return [], lines, "r < lo", "r > hi", ("r >= 50", "r <= 50")
    if family == "band":
        lines = [
            f"const m = avg({at}, len);",
            "const w = band * Math.sqrt(c.slice(i - len + 1, i + 1).reduce((s, x) => s + (x - m) ** 2, 0) / len);",
        ]
        return [AVERAGE], lines, f"c[{at}] < m - w", f"c[{at}] > m + w", ("c[i] >= m", "c[i] <= m")
    if family == "channel":
        lines = [
            "const top = Math.max(...h.slice(i - len, i)), up = Math.max(...h.slice(i - out, i));",
            "const bot = Math.min(...l.slice(i - len, i)), dn = Math.min(...l.slice(i - out, i));",
        ]
        return [], lines, f"c[{at}] > top", f"c[{at}] < bot", ("c[i] < dn", "c[i] > up")
    return [], [f"const m = c[{at}] / c[i - len] - 1;"], "m > 0", "m < 0", ("sell", "buy")


def code(s, fault=None):
    """TypeScript of a specification; `fault` is a fault of the code itself (see FAULTS)."""
    at = "i + 1" if fault == "next" else "i"
    helpers, lines, buy, sell, (leave_long, leave_short) = _signal(s["family"], at)
    if s["faded"] != (fault == "flipped"):
        buy, sell = sell, buy
    if fault == "peek":
        buy, sell = f"{buy} && c[i + 1] > c[i]", f"{sell} && c[i + 1] < c[i]"
    if fault and fault.startswith("c["):
        buy = f"{buy} && {fault}"
    out = ["function strategy(df: any): number[] {", "  const c = df.close;"]
    if s["family"] == "channel":
        out += ["  const h = df.high, l = df.low;"]
    out += [
        "  const n = c.length;",
        f"  const {listed({**s['parameters'], **s['risk']})};",
        "  const sig = new Array(n).fill(0);",
        *helpers,
        "  let pos = 0, px = 0, at = 0;",
        f"  for (let i = {FIRST.get(s['family'], 'len')}; i < n; i++) {{",
        *("    " + line for line in lines),
        f"    const buy = {buy};",
        f"    const sell = {sell};",
        "    if (pos !== 0) {",
    ]
    if "stop" in s["risk"] or "take" in s["risk"]:
        out += ["      const ret = pos * (c[i] / px - 1);"]
    if "stop" in s["risk"]:
        out += ["      if (ret <= -stop / 100) pos = 0;"]
    if "take" in s["risk"]:
        out += ["      if (ret >= take / 100) pos = 0;"]
    if "time" in s["risk"]:
        out += ["      if (i - at >= time) pos = 0;"]
    if fault != "stays":
        leave = f"pos > 0 ? {leave_long} : {leave_short}" if s["short"] else leave_long
        out += [f"      if ({leave}) pos = 0;"]
    out += ["    } else if (buy) {", "      pos = 1; px = c[i]; at = i;"]
    if s["short"]:
        out += ["    } else if (sell) {", "      pos = -1; px = c[i]; at = i;"]
    out += ["    }", "    sig[i] = pos;", "  }", "  return sig;", "}"]
    return "\n".join(_broken(out, fault))


def _broken(lines, fault):
    if fault == "no-return":
        return [line for line in lines if line != "  return sig;"]
    if fault == "no-brace":
        return lines[:-1]
    if fault == "undefined":
        return [line.replace("sig[i] = pos", "sig[i] = position") for line in lines]
    return lines


def _pick_other(r, values, *taken):
    return r.choice([value for value in values if value not in taken])


def _flipped(r, s):
    return s, "flipped"


def _other_sides(r, s):
    s["short"] = not s["short"]
    return s, None


def _other_lookback(r, s):
    name = r.choice([name for name in s["parameters"] if name in ("fast", "slow", "len", "out")])
    s["parameters"][name] = _pick_other(r, LOOKBACKS, *s["parameters"].values())
    return s, None


def _other_indicator(r, s):
    s["family"] = {"sma": "ema", "ema": "sma"}.get(s["family"], s["family"])
    return (s, None) if s["family"] in ("sma", "ema") else _other_lookback(r, s)


def _missing_rule(r, s):
    del s["risk"][r.choice(list(s["risk"]))]
    return s, None


def _missing_exit(r, s):
    return s, "stays"


def _other_level(r, s):
    name = r.choice(list(s["risk"]))
    s["risk"][name] = _pick_other(r, LEVELS[name], s["risk"][name])
    return s, None


def _added_exit(r, s):
    absent = [name for name in LEVELS if name not in s["risk"]]
    if not absent:
        return _missing_rule(r, s)
    added = r.choice(absent)
    levels = {**s["risk"], added: r.choice(LEVELS[added])}
    s["risk"] = {name: levels[name] for name in LEVELS if name in levels}
    return s, None


def _added_condition(r, s):
    return s, r.choice(["c[i] > c[i - 1]", "c[i] < c[i - 1]", "c[i] > c[i - 5]"])


# name: (checks it breaks, what makes it). Look-ahead and broken code are none of the judge's four checks.
FAULTS = {
    "flipped": ("d", _flipped),
    "sides": ("d", _other_sides),
    "lookback": ("i", _other_lookback),
    "indicator": ("i", _other_indicator),
    "missing-rule": ("x", _missing_rule),
    "missing-exit": ("x", _missing_exit),
    "level": ("x", _other_level),
    "added-exit": ("x", _added_exit),
    "condition": ("m", _added_condition),
    "next": ("", lambda r, s: (s, "next")),
    "peek": ("m", lambda r, s: (s, "peek")),
    "broken": ("", lambda r, s: (s, r.choice(["no-return", "no-brace", "undefined"]))),
}


def faulty(r, s, name):
    """The code of a strategy with the named fault (None: none), and the checks that hold."""
    broken, make = FAULTS[name] if name else ("", lambda r, s: (s, None))
    changed, fault = make(r, copy.deepcopy(s))
    return code(changed, fault), {check: check not in broken for check in "dixm"}


def grown(r, s, names):
    """The code of a strategy without a fault, then with the named ones, one after another: [(code, check it breaks)].

    At most one of them can be a fault of the code itself; it comes last.
    """
    versions, fault = [(code(s), "")], None
    for name in names:
        broken, make = FAULTS[name]
        s, own = make(r, copy.deepcopy(s))
        fault = own or fault
        versions.append((code(s, fault), broken))
    return versions
