export interface Paper {
  name: string
  html: string
  width: string
  height: string
}

const escapeHtml = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')

/** Renders `**these words**` in bold. */
const renderWords = (text: string): string => escapeHtml(text).replaceAll(/\*\*(.+?)\*\*/g, '<b>$1</b>')

const renderPage = (title: string, css: string, body: string) => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>${escapeHtml(title)}</title><style>
* { box-sizing: border-box; margin: 0 }
body { font-family: Inter, 'DejaVu Sans', sans-serif; color: #0f172a }
${css}
</style></head><body>${body}</body></html>`

interface Slide {
  title: string
  lines: readonly string[]
}

/** @param accent color of its first slide and of titles */
export function newSlides(name: string, title: string, accent: string, all: readonly Slide[]): Paper {
  const css = `
    section { width: 1280px; height: 720px; padding: 90px 100px; break-after: page; background: #fff; border-left: 28px solid ${accent} }
    section:last-child { break-after: auto }
    section:first-child { background: ${accent}; color: #fff; padding-top: 220px }
    section:first-child h1 { color: #fff; font-size: 76px }
    h1 { font-size: 60px; color: ${accent}; margin-bottom: 44px }
    p { font-size: 36px; line-height: 1.35; margin-bottom: 26px }
    footer { position: relative; float: right; font-size: 22px; color: #64748b }`
  const body = all
    .map(
      (
        slide,
        at,
      ) => `<section><h1>${renderWords(slide.title)}</h1>${slide.lines.map((line) => `<p>${renderWords(line)}</p>`).join('')}
        ${at === 0 ? '' : `<footer>${at + 1} of ${all.length}</footer>`}</section>`,
    )
    .join('')
  return { name, html: renderPage(title, css, body), width: '1280px', height: '720px' }
}

const sheetCss = `
  section { width: 794px; height: 1122px; padding: 56px 60px; break-after: page; display: flex; flex-direction: column }
  section:last-child { break-after: auto }
  h1 { font-size: 30px; margin-bottom: 10px }
  h2 { font-size: 17px; margin: 14px 0 6px }
  p { font-size: 15px; line-height: 1.4; margin-bottom: 8px }
  table { width: 100%; border-collapse: collapse; font-size: 15px; margin: 6px 0; flex: 1 }
  th { text-align: left; width: 34%; background: #f1f5f9; font-weight: 600 }
  th, td { border: 1px solid #94a3b8; padding: 8px 10px; vertical-align: top; line-height: 1.35 }
  .red h1 { color: #b91c1c }
  .red th { background: #fee2e2 }`

export interface Sheet {
  title: string
  about: string
  /** Labels of rows, and their text. */
  rows: readonly (readonly [string, string])[]
  end?: string
  tone?: 'red'
}

/** Builds A4 pages to print and fill in. */
export function newSheet(name: string, title: string, pages: readonly Sheet[]): Paper {
  const body = pages
    .map(
      (one) => `<section class="${one.tone ?? ''}"><h1>${renderWords(one.title)}</h1><p>${renderWords(one.about)}</p>
        <table>${one.rows.map(([asked, said]) => `<tr><th scope="row">${renderWords(asked)}</th><td>${renderWords(said)}</td></tr>`).join('')}</table>
        ${one.end ? `<p>${renderWords(one.end)}</p>` : ''}</section>`,
    )
    .join('')
  return { name, html: renderPage(title, sheetCss, body), width: '794px', height: '1122px' }
}
