// The style sheet of the report's page.
//
// Colours after Okabe and Ito, distinguishable with common kinds of colour blindness, and darkened (in dark mode
// lightened) for a contrast of at least 3 : 1 with the page. Markers and dashes also distinguish the libraries.
#include "page.hpp"

namespace bench::report {

const char* page_style() {
    return R"css(
:root {
  --page: #fcfcfa; --panel: #ffffff; --ink: #1c1f23; --soft: #5b626b; --line: #dcdfe3; --faint: #e8eaed; --band: #f5f6f7;
  --link: #0b57a4; --bad: #b3261e; --warn: #fdf3d8;
  --ours: #0067b1; --l1: #c75000; --l2: #00805d; --l3: #a8458a; --l4: #8a6a00; --l5: #23282e; --l6: #7a3a12;
  --x1: #5a4fb0; --x2: #4d7c0f; --copy: #777d85;
}
@media (prefers-color-scheme: dark) {
  :root {
    --page: #15181b; --panel: #1b1f23; --ink: #e6e8ea; --soft: #a3abb4; --line: #343a41; --faint: #2b3137; --band: #20252a;
    --link: #7fb9f2; --bad: #ff8a80; --warn: #3a3115;
    --ours: #58b1ff; --l1: #ff8f45; --l2: #3ccf9f; --l3: #ec9fd0; --l4: #e3c64a; --l5: #f2f4f6; --l6: #d9a07c;
    --x1: #b0a6ff; --x2: #a3d65c; --copy: #959da6;
  }
}
* { box-sizing: border-box; }
html { color-scheme: light dark; -webkit-text-size-adjust: 100%; text-size-adjust: 100%; }
body {
  margin: 0; background: var(--page); color: var(--ink);
  font: 16px/1.55 system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", "DejaVu Sans", sans-serif;
}
main { max-width: 70rem; margin: 0 auto; padding: 2.5rem 1.25rem 5rem; }
h1 { font-size: 2rem; line-height: 1.2; margin: 0 0 .6rem; letter-spacing: -.01em; }
h2 { font-size: 1.5rem; line-height: 1.25; margin: 3.5rem 0 .8rem; padding-top: 1.2rem; border-top: 2px solid var(--ink);
  overflow-wrap: anywhere; }
h3 { font-size: 1.25rem; margin: 3rem 0 .4rem; padding-bottom: .3rem; border-bottom: 1px solid var(--line);
  overflow-wrap: anywhere; }
h4 { font-size: 1.05rem; margin: 2.2rem 0 .4rem; overflow-wrap: anywhere; }
a { color: var(--link); text-underline-offset: .15em; }
a:focus-visible, summary:focus-visible, .scroll:focus-visible { outline: 2px solid var(--link); outline-offset: 2px; }
small { font-size: .85em; color: var(--soft); }
.lede { max-width: 46rem; color: var(--soft); margin: 0 0 1.5rem; }
.hint { color: var(--soft); }
.warning { background: var(--warn); border-left: 4px solid var(--l4); padding: .6rem .9rem; overflow-wrap: anywhere; }
nav ul { margin: .2rem 0; padding-left: 1.2rem; }
nav ul ul ul { columns: 16rem; }
nav li { break-inside: avoid; overflow-wrap: anywhere; }
nav li { padding: .12rem 0; }
summary { cursor: pointer; color: var(--link); padding: .35rem 0; width: fit-content; }
.facts { display: grid; grid-template-columns: max-content 1fr; gap: .15rem 1.2rem; margin: 0 0 1.5rem; }
.facts dt { color: var(--soft); }
.facts dd { margin: 0; overflow-wrap: anywhere; }
.legend { display: flex; flex-wrap: wrap; gap: .2rem 1.3rem; list-style: none; margin: .3rem 0 .6rem; padding: 0; }
.legend li { display: flex; align-items: center; gap: .45rem; font-size: .9rem; overflow-wrap: anywhere; }
.legend .api { color: var(--soft); }
.legend li + .api { margin-left: 1.2rem; }
.swatch { width: 32px; height: 14px; flex: none; }
.plots { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 26rem), 1fr)); gap: 1rem;
  align-items: start; margin-bottom: .7rem; }
figure { margin: 0; padding: .8rem .8rem .4rem; background: var(--panel); border: 1px solid var(--line);
  border-radius: 8px; min-width: 0; }
figcaption { font-size: .95rem; line-height: 1.35; margin-bottom: .5rem; }
figcaption small { display: block; }
figure svg { display: block; width: 100%; height: auto; }
.overview { max-width: 34rem; margin-bottom: 1rem; }
svg text { font-size: 11.5px; fill: var(--soft); font-variant-numeric: tabular-nums; }
svg .up { font-size: 82%; }
svg .end { text-anchor: end; }
svg .middle { text-anchor: middle; }
.band { fill: var(--band); }
.grid { stroke: var(--faint); stroke-width: 1; fill: none; }
.base { stroke: var(--soft); stroke-width: 1; fill: none; }
.limit { stroke: var(--ink); stroke-width: 1.2; stroke-dasharray: 5 4; fill: none; opacity: .75; }
.line { stroke: var(--c); stroke-width: 1.6; fill: none; stroke-linejoin: round; }
.ours .line { stroke-width: 2.6; }
.spread { stroke: var(--c); stroke-width: 3; fill: none; opacity: .45; }
.m { fill: var(--c); stroke: var(--panel); stroke-width: 1; }
.m.bad { fill: var(--panel); stroke: var(--bad); stroke-width: 2.4; }
.mean { stroke: var(--ink); stroke-width: 3; fill: none; }
.overview .m { fill-opacity: .55; }
.ours { --c: var(--ours); } .l1 { --c: var(--l1); } .l2 { --c: var(--l2); } .l3 { --c: var(--l3); }
.l4 { --c: var(--l4); } .l5 { --c: var(--l5); } .l6 { --c: var(--l6); } .x1 { --c: var(--x1); } .x2 { --c: var(--x2); }
.c1, .c2 { --c: var(--copy); }
.l6 .line, .x2 .line { stroke-dasharray: 7 3; }
.c1 .line { stroke-dasharray: 6 4; }
.c2 .line { stroke-dasharray: 1.5 3; }
.scroll { overflow-x: auto; margin: .6rem 0 1.4rem; border: 1px solid var(--line); border-radius: 8px;
  background: var(--panel); max-height: 80vh; }
table { border-collapse: collapse; font-size: .875rem; font-variant-numeric: tabular-nums; width: 100%; }
caption { text-align: left; padding: .6rem .75rem; color: var(--soft); }
caption span { display: inline-block; position: sticky; left: .75rem; max-width: calc(100vw - 4rem); }
th, td { padding: .35rem .75rem; text-align: right; white-space: nowrap; border-top: 1px solid var(--faint); }
thead { position: sticky; top: 0; z-index: 1; }
thead th { font-weight: 600; color: var(--soft); border-top: 0; background: var(--panel); }
.groups th { text-align: left; color: var(--ink); padding-bottom: 0; }
colgroup + colgroup { border-left: 1px solid var(--line); }
tbody th { font-weight: 500; text-align: left; position: sticky; left: 0; background: var(--panel); }
th:first-child { text-align: left; }
thead th:first-child { position: sticky; left: 0; z-index: 1; }
tr.group th { font-weight: 600; color: var(--soft); padding-top: .8rem; }
tr.total > * { border-top-color: var(--soft); }
td.text { text-align: left; white-space: normal; min-width: 17rem; max-width: 34rem; overflow-wrap: anywhere; }
th.text, td.word { text-align: left; }
td.best { font-weight: 650; }
td.best small { font-weight: 400; }
td.none { color: var(--soft); font-style: italic; }
td.bad { color: var(--bad); font-weight: 600; }
@media (max-width: 40rem) {
  main { padding: 1.5rem .8rem 3rem; }
  h1 { font-size: 1.6rem; }
  h2 { font-size: 1.3rem; }
  svg text { font-size: 13.5px; }
  figure { padding: .7rem .4rem .2rem; }
  figcaption { padding: 0 .3rem; }
  .facts { grid-template-columns: 1fr; gap: 0; }
  .facts dd { margin-bottom: .5rem; }
}
@media print {
  .scroll { max-height: none; overflow: visible; }
  figure, tr { break-inside: avoid; }
}
)css";
}

}  // namespace bench::report
