import { STYLE_ATTRIBUTE } from './textStyles.ts'

/** Makes lists of the paragraphs in which Word and Outlook write them, and says what they lose. */
export function makeWordLists(body: HTMLElement): string[] {
  const lost = new Set<string>()
  let open: { list: Element; level: number; id: string }[] = []
  let last: Element | undefined
  for (const paragraph of body.querySelectorAll<HTMLElement>('p, h1, h2, h3, h4, h5, h6, div')) {
    const style = paragraph.getAttribute(STYLE_ATTRIBUTE) ?? ''
    const found = /mso-list:\s*(l\d+)\s+level(\d+)/i.exec(style)
    if (!found || paragraph.querySelector('p, div')) continue
    const [, id = '', depth = '1'] = found
    const level = Number(depth)
    const marker = takeMarker(paragraph)
    // Another paragraph in between, or another list, ends the lists that are open.
    if (!last || last.nextElementSibling !== paragraph) open = []
    while (open.length > 0 && (open.at(-1)?.level ?? 0) > level) open.pop()
    const kind = /^\(?(\d+|[a-z]{1,5})[.):]/i.test(marker) ? 'ol' : 'ul'
    const current = open.at(-1)
    if (current?.level === level && (current.id !== id || current.list.localName !== kind)) open.pop()
    if (kind === 'ol' && !/^\(?\d/.test(marker)) lost.add('letters and Roman numerals of lists, which are numbers now')
    let list = open.at(-1)?.level === level ? open.at(-1)?.list : undefined
    if (!list) {
      list = body.ownerDocument.createElement(kind)
      const start = /^\(?(\d+)[.)]/.exec(marker)?.[1]
      if (start && start !== '1') list.setAttribute('start', start)
      const around = open.at(-1)?.list.lastElementChild
      if (around) around.append(list)
      else paragraph.before(list)
      open.push({ list, level, id })
    }
    const item = body.ownerDocument.createElement('li')
    list.append(item)
    const words = body.ownerDocument.createElement('p')
    words.append(...paragraph.childNodes)
    item.append(words)
    last = open[0]?.list
    paragraph.remove()
  }
  return [...lost]
}

/** Takes the number or bullet away, which Word writes into the text. */
function takeMarker(paragraph: HTMLElement): string {
  const ignored = [...paragraph.querySelectorAll<HTMLElement>(`[${STYLE_ATTRIBUTE}]`)].filter((element) =>
    /mso-list:\s*ignore/i.test(element.getAttribute(STYLE_ATTRIBUTE) ?? ''),
  )
  const marker = ignored
    .map((element) => element.textContent)
    .join('')
    .trim()
  for (const element of ignored) element.remove()
  return marker
}

/** Puts lists that stand in a list, as Google Docs writes them, into the previous item; and marks completed tasks. */
export function mendLists(body: HTMLElement): void {
  for (const list of body.querySelectorAll('ul, ol')) {
    const around = list.parentElement
    if (!around || !/^(ul|ol)$/.test(around.localName)) continue
    let item = list.previousElementSibling
    if (item?.localName !== 'li') {
      item = body.ownerDocument.createElement('li')
      list.before(item)
    }
    item.append(list)
  }
  for (const item of body.querySelectorAll('li[role=checkbox], li[aria-checked], li:has(> input[type=checkbox])')) {
    const box = item.querySelector(':scope > input')
    const isDone = item.getAttribute('aria-checked') === 'true' || box?.hasAttribute('checked')
    for (const drawn of item.querySelectorAll(':scope > img, :scope > input')) drawn.remove()
    ;(item.querySelector(':scope > p') ?? item).prepend(isDone ? '☑ ' : '☐ ')
  }
}
