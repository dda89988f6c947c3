import { makeWordLists, mendLists } from './lists.ts'
import { inlineNames, lostLooks, marksOf, parsePasted, type StylesOf } from './textStyles.ts'

/** Pasted content in the elements that the editor knows. */
export interface Pasted {
  html: string
  /** Addresses of its pictures; each stands in the text as `<figure data-type="image" data-fileid="pending-…">`. */
  pictures: { pendingId: string; src: string; alt: string }[]
  /** Parts that are not kept, in words. */
  lost: string[]
  /** False for a picture alone. */
  hasWords: boolean
}

/** Reads what other programs put on the clipboard: their styles become marks, and what cannot be kept is named. */
export function cleanHtml(html: string): Pasted {
  const { body, stylesOf } = parsePasted(html)
  const hasWords = body.textContent?.trim() !== ''
  const lost = new Set<string>()
  removeUnseen(body, stylesOf, lost)
  keepFormulas(body, lost)
  for (const reason of makeWordLists(body)) lost.add(reason)
  mendLists(body)
  mendHeadings(body)
  for (const link of body.querySelectorAll('a[href]'))
    link.setAttribute('href', unwrapLink(link.getAttribute('href') ?? ''))
  markTexts(body, stylesOf, lost)
  const pictures = takePictures(body)
  nameEmbedded(body, lost)
  for (const element of [...body.querySelectorAll('*')].toReversed()) simplify(element)
  for (const gap of body.querySelectorAll(':scope > br, :scope > div > br:only-child')) gap.remove()
  return { html: body.innerHTML, pictures, lost: [...lost], hasWords }
}

function removeUnseen(body: HTMLElement, stylesOf: StylesOf, lost: Set<string>): void {
  for (const element of body.querySelectorAll('*')) {
    const styles = stylesOf(element)
    if (/^comment(-list)?$/.test(styles['mso-element'] ?? '') || element.classList.contains('msocomanchor')) {
      lost.add('comments')
      element.remove()
    } else if (
      styles['display'] === 'none' ||
      styles['mso-hide'] === 'all' ||
      ['script', 'style', 'title', 'meta', 'link', 'template', 'xml', 'noscript'].includes(element.localName)
    ) {
      if (!element.querySelector('math')) element.remove()
    }
  }
  // Word closes each paragraph with one; of an empty paragraph it is all.
  for (const end of body.querySelectorAll('o\\:p')) if (end.textContent?.trim() === '') end.remove()
}

/** Formulas whose LaTeX is there, as on Wikipedia and of KaTeX and MathJax, stay formulas. */
function keepFormulas(body: HTMLElement, lost: Set<string>): void {
  for (const math of body.querySelectorAll('math')) {
    const around = math.closest('.katex-display, .katex, .mwe-math-element, mjx-container') ?? math
    const written = math.querySelector('annotation[encoding*="tex" i]')?.textContent ?? math.getAttribute('alttext')
    if (!written) {
      lost.add('formulas, which are plain text now')
      around.replaceWith(math.textContent ?? '')
      continue
    }
    const formula = body.ownerDocument.createElement('span')
    formula.dataset['latex'] = withoutDisplayStyle(written.trim()).slice(0, 2000)
    if (around.matches('.katex-display, [display=true]') || math.getAttribute('display') === 'block') {
      formula.dataset['displayed'] = ''
    }
    around.replaceWith(formula)
  }
}

/** Lessons have headings of the levels 2 to 4, below their title. */
function mendHeadings(body: HTMLElement): void {
  const hasFirst = body.querySelector('h1, p.MsoTitle') !== null
  for (const heading of body.querySelectorAll('h1, h2, h3, h4, h5, h6, p.MsoTitle')) {
    const level = heading.localName === 'p' ? 1 : Number(heading.localName.slice(1))
    const wanted = Math.min(4, Math.max(2, hasFirst ? level + 1 : level))
    const mended = body.ownerDocument.createElement(`h${wanted}`)
    mended.append(...heading.childNodes)
    heading.replaceWith(mended)
  }
  for (const caption of body.querySelectorAll('table > caption')) {
    const words = body.ownerDocument.createElement('p')
    words.append(...caption.childNodes)
    caption.parentElement?.before(words)
    caption.remove()
  }
}

/** Google Docs and Outlook lead links over pages of their own. */
function unwrapLink(href: string): string {
  if (!URL.canParse(href)) return href
  const url = new URL(href)
  const isGoogle = /^www\.google\.[a-z.]+$/.test(url.hostname) && url.pathname === '/url'
  const wrapped = isGoogle
    ? (url.searchParams.get('q') ?? url.searchParams.get('url'))
    : url.hostname.endsWith('.safelinks.protection.outlook.com')
      ? url.searchParams.get('url')
      : null
  return wrapped ?? href
}

function markTexts(body: HTMLElement, stylesOf: StylesOf, lost: Set<string>): void {
  const walker = body.ownerDocument.createTreeWalker(body, NodeFilter.SHOW_TEXT)
  const texts: { node: Node; marks: ReturnType<typeof marksOf> }[] = []
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    if (node.parentElement?.closest('pre, [data-latex]')) continue
    texts.push({ node, marks: marksOf(node, stylesOf) })
    if (node.textContent?.trim() === '') continue
    for (let around = node.parentElement; around && around !== body; around = around.parentElement) {
      for (const look of lostLooks(around, stylesOf(around))) lost.add(look)
    }
  }
  for (const { node, marks } of texts) {
    if (node.textContent === '') continue
    for (const name of marks) {
      const mark = body.ownerDocument.createElement(name)
      mark.dataset['kept'] = ''
      node.parentNode?.replaceChild(mark, node)
      mark.append(node)
    }
  }
}

function takePictures(body: HTMLElement): Pasted['pictures'] {
  const pictures: Pasted['pictures'] = []
  // Word draws pictures in VML for old versions of itself.
  for (const image of body.querySelectorAll('img, v\\:imagedata')) {
    const sizes = ['width', 'height'].map((name) => Number(image.getAttribute(name) ?? NaN))
    // Emails count their readers by dots.
    if (sizes.some((size) => size <= 2)) {
      image.remove()
      continue
    }
    const picture = {
      pendingId: `pending-${crypto.randomUUID()}`,
      src: image.getAttribute('src') ?? '',
      alt: (image.getAttribute('alt') ?? '').replaceAll(/\s+/g, ' ').slice(0, 1000),
    }
    pictures.push(picture)
    const figure = body.ownerDocument.createElement('figure')
    Object.assign(figure.dataset, { type: 'image', fileid: picture.pendingId, alt: picture.alt, caption: '' })
    image.replaceWith(figure)
    const paragraph = figure.closest('p, h2, h3, h4')
    if (paragraph?.textContent?.trim() === '') paragraph.replaceWith(...paragraph.querySelectorAll('figure'))
  }
  return pictures
}

const embeddedNames: Record<string, string> = {
  iframe: 'embedded pages',
  object: 'embedded content',
  embed: 'embedded content',
  video: 'videos',
  audio: 'recordings',
  svg: 'drawings',
  canvas: 'drawings',
}

function nameEmbedded(body: HTMLElement, lost: Set<string>): void {
  for (const element of body.querySelectorAll(Object.keys(embeddedNames).join(', '))) {
    lost.add(embeddedNames[element.localName] ?? element.localName)
    element.remove()
  }
}

/** Attributes that the editor reads. */
const readAttributes = new Set(['href', 'colspan', 'rowspan', 'start'])

function simplify(element: Element): void {
  const isOurs = element.matches('figure[data-fileid], [data-latex], div[data-tone], div[data-url]')
  const isKept = element.hasAttribute('data-kept')
  if (!isOurs) {
    for (const { name } of Array.from(element.attributes)) if (!readAttributes.has(name)) element.removeAttribute(name)
  }
  const { localName } = element
  const isLink = localName === 'a' && element.hasAttribute('href')
  const isPrefixed = localName.includes(':')
  if (!isOurs && !isKept && !isLink && localName !== 'br' && (inlineNames.has(localName) || isPrefixed)) {
    element.replaceWith(...element.childNodes)
  }
}

/** Takes the braces away that encyclopedias write around each formula. */
function withoutDisplayStyle(latex: string): string {
  const start = '{\\displaystyle '
  return latex.startsWith(start) && latex.endsWith('}') ? latex.slice(start.length, -1).trim() : latex
}
