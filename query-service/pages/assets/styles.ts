/** Of all pages. Colours only repeat what words and symbols say; contrast is AA in both schemes. */
export const styles = `:root {
  color-scheme: light dark;
  --ground: #f5f6f8; --card: #ffffff; --ink: #1c2430; --dim: #566072; --line: #dde1e8;
  --strong: #2456c8; --on-strong: #ffffff; --soft: #e9effc; --bad: #b3261e; --bad-soft: #fdecea;
  --all: #14693a; --all-soft: #dff3e6; --read: #1d4fa8; --read-soft: #e3ecfb;
  --some: #7a4d00; --some-soft: #fdf0d3; --none: #5b6473; --none-soft: #eef0f3;
  --mark: #6d28d9; --mark-soft: #f3ebff;
}
@media (prefers-color-scheme: dark) {
  :root {
    --ground: #12161d; --card: #1a2029; --ink: #e6eaf0; --dim: #9ba6b6; --line: #2d3643;
    --strong: #8ab0ff; --on-strong: #0d1524; --soft: #22304d; --bad: #ff9d95; --bad-soft: #3c1f1f;
    --all: #7fdba2; --all-soft: #163524; --read: #9dc0ff; --read-soft: #1d2f52;
    --some: #f3c871; --some-soft: #3b2f12; --none: #9ba6b6; --none-soft: #262d38;
    --mark: #c9a6ff; --mark-soft: #2c2144;
  }
}
* { box-sizing: border-box; }
body {
  margin: 0; background: var(--ground); color: var(--ink);
  font: 15px/1.5 system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif;
}
h1, h2 { line-height: 1.25; margin: 0; text-wrap: balance; }
h1 { font-size: 1.5rem; letter-spacing: -0.01em; }
h2 { font-size: 1.02rem; margin-bottom: 0.75rem; }
p { margin: 0.25rem 0; }
a { color: var(--strong); }
time { white-space: nowrap; }
q { quotes: "“" "”"; overflow-wrap: anywhere; }
:focus-visible { outline: 3px solid var(--strong); outline-offset: 2px; border-radius: 4px; }
main:focus { outline: none; }
.unseen {
  position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%);
  white-space: nowrap;
}
.skip { position: absolute; left: -999px; }
.skip:focus { left: 0.5rem; top: 0.5rem; background: var(--card); padding: 0.5rem; z-index: 9; }

.bar {
  display: flex; justify-content: space-between; align-items: center; gap: 1rem;
  padding: 0.6rem clamp(0.75rem, 3vw, 2rem); background: var(--card);
  border-bottom: 1px solid var(--line);
}
.brand { font-weight: 650; }
.account { display: flex; gap: 0.75rem; align-items: center; color: var(--dim); }
main { padding: 1.25rem clamp(0.75rem, 3vw, 2rem) 3rem; max-width: 110rem; margin: 0 auto; }
.heading { margin-bottom: 1rem; }
.heading p { color: var(--dim); overflow-wrap: anywhere; }
.heading strong { color: var(--ink); }
.card {
  background: var(--card); border: 1px solid var(--line); border-radius: 10px;
  padding: 1rem 1.1rem; margin-bottom: 1rem; min-width: 0;
}
.card.narrow { max-width: 26rem; margin: 8vh auto; padding: 1.75rem; }
.card.narrow form { margin-top: 1rem; }
.stack { display: grid; grid-template-columns: minmax(0, 1fr); gap: 1rem; align-content: start; min-width: 0; }
.stack > .card, .stack > div > .card { margin-bottom: 0; }
#changes:empty { display: none; }
.columns { display: grid; grid-template-columns: minmax(16rem, 20rem) minmax(0, 1fr); gap: 1rem; }
.columns > .card { align-self: start; }
.row { display: flex; flex-wrap: wrap; gap: 0.75rem 2rem; justify-content: space-between; align-items: end; }

label { display: grid; gap: 0.25rem; color: var(--dim); font-size: 0.9rem; }
input:not([type=range]), select {
  font: inherit; color: var(--ink); background: var(--card); border: 1px solid var(--dim);
  border-radius: 6px; padding: 0.4rem 0.55rem; width: 100%; min-width: 0; max-width: 100%;
}
button {
  font: inherit; font-weight: 600; color: var(--on-strong); background: var(--strong);
  border: 1px solid var(--strong); border-radius: 6px; padding: 0.42rem 0.9rem; cursor: pointer;
}
button.quiet { color: var(--strong); background: transparent; }
.stack > button { justify-self: start; }
.inline, .ask { display: flex; flex-wrap: wrap; gap: 0.6rem; align-items: end; }
.ask label { flex: 1 1 14rem; min-width: 0; }
.problem { color: var(--bad); background: var(--bad-soft); border-radius: 6px; padding: 0.5rem 0.7rem; }
.dim, .empty { color: var(--dim); }

.travel { display: grid; grid-template-columns: 1fr auto; gap: 0.35rem 1rem; align-items: end; margin-bottom: 0.75rem; }
.travel label { grid-column: 1 / -1; display: block; }
.travel output { color: var(--ink); font-weight: 650; font-variant-numeric: tabular-nums; }
.travel.smooth button { display: none; }
.travel.smooth .track { grid-column: 1 / -1; }
.track { min-width: 0; }
.track input { display: block; width: 100%; margin: 0; accent-color: var(--strong); }
.strip { display: block; overflow: visible; width: calc(100% - 16px); height: 34px; margin: 0 8px; }
.strip .past { fill: var(--strong); opacity: 0.55; }
.strip .now { fill: var(--mark); }
.strip .later { fill: var(--dim); opacity: 0.4; }
.steps { display: flex; flex-wrap: wrap; gap: 0.4rem; align-items: center; margin-top: 0.25rem; }
.step { padding: 0.25rem 0.7rem; border: 1px solid var(--line); border-radius: 6px; text-decoration: none; }
a.step:hover { background: var(--soft); }
.step.off { color: var(--dim); border-style: dashed; }

.timeline { list-style: none; margin: 0 0 0.75rem; padding: 0; }
.timeline li {
  display: grid; grid-template-columns: 1fr auto; gap: 0 0.5rem; padding: 0.5rem 0.6rem;
  border-left: 3px solid var(--line);
}
.timeline li.shown { border-left-color: var(--mark); background: var(--mark-soft); border-radius: 0 6px 6px 0; }
.timeline a { font-weight: 600; }
.cells { color: var(--dim); font-size: 0.85rem; font-variant-numeric: tabular-nums; }
.who, .comment { grid-column: 1 / -1; font-size: 0.88rem; overflow-wrap: anywhere; }
.who { display: flex; flex-wrap: wrap; gap: 0 0.6rem; color: var(--dim); }

.scroll { overflow: auto; max-height: 75vh; border: 1px solid var(--line); border-radius: 8px; margin-bottom: 0.75rem; }
table { border-collapse: separate; border-spacing: 0; width: 100%; }
th, td { text-align: left; vertical-align: top; padding: 0.5rem 0.7rem; border-bottom: 1px solid var(--line); }
tbody tr:last-child > * { border-bottom: 0; }
thead th { position: sticky; top: 0; background: var(--card); z-index: 2; white-space: nowrap; }
.matrix th[scope=row], .matrix thead th:first-child {
  position: sticky; left: 0; background: var(--card); z-index: 1; border-right: 1px solid var(--line);
  width: 13rem; min-width: 9.5rem; max-width: 16rem; overflow-wrap: anywhere;
}
.matrix thead th:first-child { z-index: 3; }
.matrix thead th { max-width: 16rem; overflow: hidden; text-overflow: ellipsis; }
.matrix td { min-width: 8.5rem; white-space: nowrap; }
.members { display: block; font-weight: 400; font-size: 0.85rem; color: var(--dim); }
.matrix td.changed { background: var(--mark-soft); box-shadow: inset 3px 0 0 var(--mark); }
.matrix td { scroll-margin: 4rem 0 0 14rem; }
.matrix td:target { outline: 3px solid var(--mark); outline-offset: -3px; }
#changes .scroll { max-height: 16rem; }
.mark { display: block; color: var(--mark); font-size: 0.75rem; font-weight: 650; letter-spacing: 0.02em; }
.matrix td > div { margin: 0.1rem 0; }
.matrix s { text-decoration: none; }
.matrix s > :not(.unseen) { text-decoration: line-through; }
.level, .sql, .tag { display: inline-block; border-radius: 999px; padding: 0 0.55rem; font-size: 0.87rem; white-space: nowrap; }
.level { font-weight: 600; }
.level.all, .level.write { color: var(--all); background: var(--all-soft); }
.level.read { color: var(--read); background: var(--read-soft); }
.level.some { color: var(--some); background: var(--some-soft); }
.level.none { color: var(--none); background: var(--none-soft); }
.sql { padding: 0 0.2rem; }
.sql.yes { color: var(--ink); }
.sql.no { color: var(--dim); }
.arrow { color: var(--mark); }
details summary { cursor: pointer; }
details ul { white-space: normal; min-width: 11rem; margin: 0.3rem 0 0.2rem; padding-left: 1.1rem; font-size: 0.88rem; overflow-wrap: anywhere; }
.legend { display: flex; flex-wrap: wrap; gap: 0.4rem 1.2rem; margin: 0.25rem 0 0; font-size: 0.88rem; color: var(--dim); }
.legend div { display: flex; gap: 0.4rem; align-items: baseline; }
.legend dd { margin: 0; }

.verdict { font-size: 1.05rem; padding: 0.7rem 0.9rem; border-radius: 8px; margin: 0.9rem 0 0.6rem; overflow-wrap: anywhere; }
.verdict.may { background: var(--all-soft); }
.verdict.may > span { color: var(--all); }
.verdict.may-not { background: var(--bad-soft); }
.verdict.may-not > span { color: var(--bad); }
.paths { list-style: none; padding: 0; margin: 0; display: grid; gap: 0.6rem; grid-template-columns: repeat(auto-fill, minmax(min(100%, 20rem), 1fr)); }
.path { border: 1px solid var(--line); border-radius: 8px; padding: 0.6rem 0.8rem; overflow-wrap: anywhere; }
.path.decides { border-color: var(--strong); box-shadow: inset 3px 0 0 var(--strong); }
.path ul { margin: 0.25rem 0 0; padding-left: 1.1rem; color: var(--dim); font-size: 0.9rem; }
.tag { background: var(--none-soft); color: var(--none); }
.path.decides .tag { background: var(--soft); color: var(--strong); }

@media (max-width: 62rem) {
  .columns { grid-template-columns: minmax(0, 1fr); }
  .columns > .stack { order: -1; }
}
@media (max-width: 40rem) {
  .travel { grid-template-columns: minmax(0, 1fr); }
  .account span { display: none; }
  .matrix th[scope=row], .matrix thead th:first-child { width: auto; min-width: 8.6rem; max-width: 9rem; }
  .inline, .inline label { width: 100%; }
}
@media (prefers-reduced-motion: no-preference) { a.step, button { transition: background-color 0.12s; } }
@media print {
  .account, .steps, .ask, .skip, .unprinted { display: none; }
  body, .bar, .card, thead th { background: none; }
  .card { border: 0; padding: 0; break-inside: avoid-page; }
  .scroll, #changes .scroll { overflow: visible; max-height: none; }
  .columns { display: block; }
  thead th, .matrix th[scope=row], .matrix thead th:first-child { position: static; }
}
`
