import { createHash } from 'node:crypto';

export const DOCS_STYLE = `
:root{color-scheme:light dark;--ink:#1b1f24;--soft:#59636e;--line:#d9dee4;--page:#fff;--panel:#f6f7f9;--code:#f3f4f6;--link:#0b5cad;--mark:#e8f1fb;--good:#1a6f3c;--warn:#9a5b00}
@media(prefers-color-scheme:dark){:root{--ink:#e6e9ee;--soft:#9aa5b1;--line:#323a43;--page:#14181d;--panel:#1a1f26;--code:#1f252d;--link:#7ab8ff;--mark:#1d2d40;--good:#6fcf97;--warn:#f2b45c}}
*{box-sizing:border-box}
html{scroll-padding-top:1rem}
body{margin:0;background:var(--page);color:var(--ink);font:16px/1.55 system-ui,-apple-system,"Segoe UI",Roboto,sans-serif;overflow-wrap:break-word}
a{color:var(--link);text-decoration:none}a:hover,a:focus-visible{text-decoration:underline}
:focus-visible{outline:2px solid var(--link);outline-offset:2px;border-radius:3px}
.skip{position:absolute;left:-99rem}.skip:focus{left:1rem;top:1rem;background:var(--page);padding:.5rem 1rem;z-index:2}
.frame{display:grid;grid-template-columns:17rem minmax(0,1fr)}
nav{position:sticky;top:0;align-self:start;height:100vh;overflow-y:auto;padding:1.5rem 1rem 3rem 1.5rem;background:var(--panel);border-right:1px solid var(--line);font-size:.9rem}
.contents{display:none}
nav ul{list-style:none;margin:.2rem 0 1rem;padding:0}
nav li a{display:block;padding:.16rem .5rem;color:var(--ink);border-radius:5px}
nav li a:hover{background:var(--mark);text-decoration:none}
nav h2{font-size:.78rem;letter-spacing:.04em;text-transform:uppercase;color:var(--soft);margin:1.1rem .5rem .2rem;border:0;padding:0}
main{padding:2rem clamp(1rem,4vw,4rem) 6rem;max-width:66rem}
h1{font-size:1.9rem;line-height:1.2;margin:0 0 .5rem}
h2{font-size:1.45rem;margin:3.5rem 0 .5rem;padding-top:1rem;border-top:1px solid var(--line)}
h3{font-size:1.12rem;margin:2.6rem 0 .4rem}
h4{font-size:.85rem;margin:1.2rem 0 .35rem;color:var(--soft);font-weight:600}
p{margin:.5rem 0 .8rem;max-width:46rem}
h3 .anchor,h2 .anchor{visibility:hidden;margin-left:.4rem;font-weight:400;display:inline-block;min-width:24px;min-height:24px;line-height:24px}h3:hover .anchor,h2:hover .anchor,.anchor:focus{visibility:visible}
code,pre{font:.875em/1.5 ui-monospace,SFMono-Regular,Menlo,Consolas,monospace}
code{background:var(--code);padding:.1em .32em;border-radius:4px}
pre{background:var(--code);border:1px solid var(--line);border-radius:8px;padding:.8rem 1rem;margin:0 0 .8rem;overflow-x:auto;max-height:26rem;overflow-y:auto}
pre code{background:none;padding:0}
.call{font-family:ui-monospace,SFMono-Regular,Menlo,Consolas,monospace;font-size:.9rem}
.method{display:inline-block;min-width:3.6rem;font-weight:700;color:var(--good)}.method.DELETE{color:var(--warn)}
.facts{display:flex;flex-wrap:wrap;gap:.35rem .5rem;margin:.5rem 0 .8rem;padding:0;list-style:none;font-size:.85rem}
.facts li{background:var(--panel);border:1px solid var(--line);border-radius:6px;padding:.1rem .6rem}
.facts b{font-weight:600}
.scroll{overflow-x:auto;margin:0 0 1rem}
table{border-collapse:collapse;width:100%;font-size:.92rem}
th{text-align:left;font-weight:600;color:var(--soft);font-size:.82rem}
th,td{padding:.4rem .9rem .4rem 0;border-bottom:1px solid var(--line);vertical-align:top}
td:first-child code{white-space:nowrap}
dl{margin:0 0 1rem}dt{margin:.3rem 0}dd{margin:0 0 .3rem 1rem}dd h4{margin-top:.3rem}
td a,dd a{display:inline-block;min-height:24px;line-height:24px}
.type{color:var(--soft);font-size:.86rem}
.need{color:var(--warn);font-size:.8rem;font-weight:600}
.pair{display:grid;grid-template-columns:minmax(0,1fr) minmax(0,1fr);gap:0 1rem}
details.more{margin:0 0 .8rem}details.more summary{cursor:pointer;color:var(--link);font-size:.92rem}
footer{margin-top:4rem;color:var(--soft);font-size:.9rem}
@media(max-width:60rem){
.frame{display:flex;flex-direction:column}
nav{order:2;position:static;align-self:stretch;height:auto;padding:1rem 1rem 3rem;border-right:0;border-top:1px solid var(--line)}
nav ul{columns:2 10rem}
nav li a{padding:.35rem .5rem}
.contents{display:block;position:sticky;top:0;z-index:1;background:var(--panel);border-bottom:1px solid var(--line);padding:.6rem 1rem;font-weight:600}
html{scroll-padding-top:3.5rem}
.pair{display:block}
main{padding-top:1.2rem}
td,th{padding-right:.6rem}
}
@media(max-width:40rem){
.fields thead{display:none}
.fields tr{display:block;padding:.5rem 0;border-bottom:1px solid var(--line)}
.fields td{display:inline;border:0;padding:0 .5rem 0 0}
.fields td:nth-child(3):not(:empty)::before{content:'default ';color:var(--soft);font-size:.86rem}
.fields td:last-child{display:block;padding-top:.15rem}
.fields br{display:none}.fields .need{margin-left:.4rem}
}
@media print{nav{display:none}.frame{display:block}pre{max-height:none;white-space:pre-wrap}}
`;

const digest = createHash('sha256').update(DOCS_STYLE, 'utf8').digest('base64');

/** The page runs no script and loads nothing: its style alone, by its digest. */
export const DOCS_POLICY = `default-src 'none'; style-src 'sha256-${digest}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;
