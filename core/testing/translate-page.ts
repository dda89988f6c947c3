import type { Page } from 'playwright'

/** Rewrites a page as a browser's translator does, again and again: each text becomes an element with another text. */
export async function translatePage(page: Page): Promise<void> {
  await page.evaluate(() => {
    const translate = (node: Element) => {
      for (const child of node.childNodes) {
        if (child instanceof Text && child.textContent.trim()) {
          const font = document.createElement('font')
          font.textContent = `${child.textContent} `
          node.replaceChild(font, child)
        } else if (child instanceof Element && child.localName !== 'font' && child.getAttribute('translate') !== 'no') {
          translate(child)
        }
      }
    }
    new MutationObserver(() => translate(document.body)).observe(document.body, { childList: true, subtree: true })
    translate(document.body)
  })
}
