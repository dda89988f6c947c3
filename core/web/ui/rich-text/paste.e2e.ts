import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright'
import { expect } from 'vitest'
import { richText } from '#core/contract/rich-text.ts'
import { browserTest, type BrowserPlatform, type Visitor } from '#core/testing/browser-harness.ts'
import { expectAccessible, expectNoErrors } from '#core/testing/browser.ts'
import { kitPage } from '#core/testing/kit-page.ts'

const test = browserTest([], { web: kitPage(new URL('testing/', import.meta.url)) })

const textbox = (page: Page) => page.getByRole('textbox', { name: 'Text of the lesson' })
const reading = (page: Page) => page.getByRole('region', { name: 'As it is read' })
const written = async (page: Page) => richText.parse(JSON.parse((await page.locator('output').textContent()) ?? ''))
const readCase = (name: string) => readFile(new URL(`testing/cases/${name}`, import.meta.url), 'utf8')

/** Fonts with which the browser draws an element: letters that none has are left blank. */
async function fontsOf(page: Page, selector: string): Promise<string[]> {
  await page.evaluate(() => document.fonts.ready)
  const session = await page.context().newCDPSession(page)
  await session.send('DOM.enable')
  await session.send('CSS.enable')
  const { root } = await session.send('DOM.getDocument')
  const { nodeId } = await session.send('DOM.querySelector', { nodeId: root.nodeId, selector })
  const { fonts } = await session.send('CSS.getPlatformFontsForNode', { nodeId })
  await session.detach()
  return fonts.map(({ familyName }) => familyName)
}

const open = (platform: BrowserPlatform, visitor: Visitor) => visitor.open(platform.origin, '/')

/** Pastes content of the clipboard, and pictures of a pixel beside it. */
async function paste(page: Page, html: string, pictures: readonly number[] = []) {
  await textbox(page).evaluate(
    (element, given) => {
      const data = new DataTransfer()
      if (given.html) data.setData('text/html', given.html)
      for (const size of given.pictures)
        data.items.add(new File([new Uint8Array(size)], 'shot.png', { type: 'image/png' }))
      element.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }))
    },
    { html, pictures },
  )
}

/** HTML of the text as it is read, without what the looks are made of. */
const read = (page: Page) =>
  reading(page)
    .locator('> div')
    .evaluate((element) => {
      const copy = element.cloneNode(true) as Element
      for (const each of copy.querySelectorAll('*')) {
        for (const { name } of Array.from(each.attributes))
          if (!['href', 'start', 'colspan'].includes(name)) each.removeAttribute(name)
      }
      return copy.innerHTML
    })

const cases: [string, string | { file: string }, string][] = [
  ['Google Docs', { file: 'paste-google-docs.html' }, '<p>plain <strong>bold</strong></p>'],
  ['lists of Word', { file: 'paste-word-list.html' }, '<ol start="1"><li><p>One</p></li><li><p>Two</p></li></ol>'],
  ['raised and lowered letters', { file: 'paste-superscript.html' }, '<p>10 m<sup>2</sup>, H<sub>2</sub>O</p>'],
  [
    'looks, links and headings of Google Docs',
    `<b style="font-weight:normal;" id="docs-internal-guid-1"><h1 dir="ltr"><span style="font-weight:400">Steps</span></h1>
     <p dir="ltr"><span style="font-style:italic;text-decoration:none">one</span><span style="text-decoration:line-through">two</span><a href="https://www.google.com/url?q=https://example.org/a&amp;sa=D" style="text-decoration:none"><span style="text-decoration:underline">link</span></a><span style="font-size:0.6em;vertical-align:super">3</span></p>
     <ul><li><p><span>a</span></p></li><ul><li><p><span>b</span></p></li></ul></ul><br></b>`,
    '<h2>Steps</h2><p><em>one</em><s>two</s><a href="https://example.org/a">link</a><sup>3</sup></p><ul><li><p>a</p><ul><li><p>b</p></li></ul></li></ul>',
  ],
  [
    'levels of lists of Word, with its own tags',
    `<p class=MsoNormal>See <st1:place w:st="on">Rome</st1:place>.<o:p></o:p></p>
     <p class=MsoListParagraphCxSpFirst style='mso-list:l1 level1 lfo2'><![if !supportLists]><span style='mso-list:Ignore'>3.<span>&nbsp; </span></span><![endif]>Three<o:p></o:p></p>
     <p class=MsoListParagraphCxSpMiddle style='mso-list:l1 level2 lfo2'><span style='font-family:Symbol'><span style='mso-list:Ignore'>·<span>&nbsp;</span></span></span>Inner</p>
     <p class=MsoListParagraphCxSpLast style='mso-list:l1 level1 lfo2'><span style='mso-list:Ignore'>4.</span><b>Four</b></p>
     <!--[if gte mso 9]><xml>x</xml><![endif]--><p class=MsoNormal>End</p>`,
    '<p>See Rome.</p><ol start="3"><li><p>Three</p><ul><li><p>Inner</p></li></ul></li><li><p><strong>Four</strong></p></li></ol><p>End</p>',
  ],
  [
    'tables of spreadsheets',
    `<html xmlns:x="urn:schemas-microsoft-com:office:excel"><head><style>.xl65{font-weight:700;text-align:general}</style></head>
     <body><table><col width=64><tr><td class=xl65 colspan=2>Sum</td></tr><tr><td>1</td><td>2<sup>3</sup></td></tr></table></body></html>`,
    '<div><table><tbody><tr><td colspan="2"><p><strong>Sum</strong></p></td></tr><tr><td colspan="1"><p>1</p></td><td colspan="1"><p>2<sup>3</sup></p></td></tr></tbody></table></div>',
  ],
  [
    'lines of emails and old fonts',
    `<div dir="ltr">Hello<div><font color="#222222" face="Arial"><b>there</b></font></div><img src="https://x.example/p.gif" width="1" height="1"></div>`,
    '<p>Hello</p><p><strong>there</strong></p>',
  ],
]

test.for(cases)('%s are pasted as they were', async ([, given, expected], { platform, visitor }) => {
  const page = await open(platform, visitor)
  await paste(page, typeof given === 'string' ? given : await readCase(given.file))
  await expect.poll(() => read(page)).toBe(expected)
  await written(page)
  expect(await page.getByText('Left out of your paste').count()).toBe(0)
  expectNoErrors(page)
})

test('pictures are uploaded as they are pasted, and what is not kept is named', async ({ platform, visitor }) => {
  const page = await open(platform, visitor)
  await paste(page, '', [4])
  await expect.poll(() => reading(page).getByRole('presentation').count()).toBe(1)
  await paste(
    page,
    `<p><span style="color:#ff0000">Look</span> <img alt="A dot" src="data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7">
     <img src="https://elsewhere.example/x.png"><img src="file:///C:/x.png"></p><iframe src="https://elsewhere.example/"></iframe>`,
  )
  await reading(page).getByRole('img', { name: 'A dot' }).waitFor()
  const notKept = page.getByRole('status').filter({ hasText: 'Left out of your paste' })
  for (const part of ['colors of text', 'embedded pages', '2 pictures (only their address was pasted']) {
    await notKept.filter({ hasText: part }).waitFor()
  }
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Dismiss' }).click()
  // Refused by the server.
  await paste(page, '', [13])
  await notKept.filter({ hasText: '1 picture (' }).waitFor()
  // A picture of the cells beside the cells.
  const before = await page.getByRole('figure').count()
  await paste(page, '<table><tr><td>Cell</td></tr></table>', [4])
  await reading(page).getByText('Cell').waitFor()
  expect(await page.getByRole('figure').count()).toBe(before)
  expect(JSON.stringify(await written(page))).not.toContain('pending')
  expectNoErrors(page)
})

test('formulas are written in LaTeX, refused in words, pasted from pages, and read as MathML', async ({
  platform,
  visitor,
}) => {
  const page = await open(platform, visitor)
  await textbox(page).focus()
  await page.keyboard.type('Area ')
  const dialog = page.getByRole('dialog')
  await page.getByRole('button', { name: 'Insert', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Formula' }).click()
  await dialog.getByLabel('Formula', { exact: true }).fill('\\frac{1')
  await dialog.getByRole('button', { name: 'Insert' }).click()
  await dialog.getByText('This formula cannot be read').waitFor()
  await dialog
    .getByLabel('Formula', { exact: true })
    .fill('\\color{red}\\frac{1}{2} \\textcolor{blue}{r}^2 \\hspace{2em} \\mathbb{R}')
  await dialog.locator('math mfrac').waitFor()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Insert' }).click()
  await reading(page).locator('math mfrac').waitFor()
  expect(await fontsOf(page, 'math mi')).toEqual(['Noto Sans Math'])
  await dialog.waitFor({ state: 'detached' })
  await page.keyboard.type(' x')
  await page.keyboard.press('Control+.')
  await page.keyboard.type('2')
  await page.keyboard.press('Control+,')
  await page.keyboard.type('i')
  await reading(page).locator('sub', { hasText: 'i' }).waitFor()
  expect(await reading(page).locator('sup').last().textContent()).toBe('2')
  await page.keyboard.press('Control+,')
  await paste(
    page,
    `<p>then <span class="mwe-math-element"><span style="display:none"><math alttext="{\\displaystyle E=mc^{2}}"><mi>E</mi></math></span><img alt="E" src="https://x.example/e.svg"></span> so</p>`,
  )
  await reading(page).locator('math', { hasText: 'mc' }).waitFor()
  expect(JSON.stringify(await written(page))).toContain('"latex":"E=mc^{2}"')
  expect(await page.getByText('Left out').count()).toBe(0)
  expectNoErrors(page)
})
