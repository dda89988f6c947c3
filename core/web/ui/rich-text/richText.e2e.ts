import type { Page } from 'playwright'
import { expect } from 'vitest'
import { richText } from '#core/contract/rich-text.ts'
import { browserTest, type BrowserPlatform, type Visitor } from '#core/testing/browser-harness.ts'
import { expectAccessible, expectAccessibleEverywhere, expectNoErrors } from '#core/testing/browser.ts'
import { kitPage } from '#core/testing/kit-page.ts'

const test = browserTest([], { web: kitPage(new URL('testing/', import.meta.url)) })

const open = (platform: BrowserPlatform, visitor: Visitor, fragment = '') =>
  visitor.open(platform.origin, `/${fragment}`)

const written = async (page: Page) => JSON.parse((await page.locator('output').textContent()) ?? '') as object
const reading = (page: Page) => page.getByRole('region', { name: 'As it is read' })
const press = async (page: Page, ...keys: string[]) => {
  for (const key of keys) await page.keyboard.press(key)
}
const words = (text: string, ...marks: object[]) => ({ type: 'text', text, ...(marks.length > 0 && { marks }) })

test('a text is written by keys alone, and read as it was written', async ({ platform, visitor }) => {
  const page = await open(platform, visitor)
  const text = page.getByRole('textbox', { name: 'Text of the lesson' })
  await text.focus()
  const hasFocus = () => expect.poll(() => text.evaluate((it) => it === document.activeElement)).toBe(true)
  const choose = async (name: string) => {
    await page.getByRole('menuitem', { name, exact: true }).press('Enter')
    await page.getByRole('menu').waitFor({ state: 'detached' })
    await hasFocus()
  }
  // Into the toolbar; its first button chooses the style.
  await press(page, 'Alt+F10', 'Enter')
  await choose('Heading')
  await page.keyboard.type('Before you solder')
  await press(page, 'Enter')
  await page.keyboard.type('Put on ')
  await press(page, 'Alt+F10', 'ArrowRight', 'Space')
  await hasFocus()
  await page.keyboard.type('glasses')
  await press(page, 'Control+b', 'Enter')
  await press(page, 'Alt+F10', 'Escape')
  await hasFocus()
  await page.keyboard.type('- Wet the sponge')
  await press(page, 'Enter')
  await page.keyboard.type('Heat the iron')
  await press(page, 'Enter', 'Enter')
  const insert = async (name: string) => {
    await page.getByRole('button', { name: 'Insert', exact: true }).press('Enter')
    await choose(name)
  }
  await insert('Callout: Careful')
  await page.keyboard.type('It is hot.')
  await press(page, 'Enter', 'Enter')
  await insert('Table')
  await page.keyboard.type('Part')
  await press(page, 'Tab')
  await page.keyboard.type('Heat')
  await expect.poll(() => reading(page).getByRole('columnheader').allTextContents()).toEqual(['Part', 'Heat', ''])
  await expectAccessibleEverywhere(page, 'rich-text-writing', () => reading(page).getByText('glasses').waitFor())
  const { content } = richText.parse(await written(page))
  expect(content.slice(0, 4)).toEqual([
    { type: 'heading', attrs: { level: 2 }, content: [words('Before you solder')] },
    { type: 'paragraph', content: [words('Put on '), words('glasses', { type: 'bold' })] },
    {
      type: 'bulletList',
      content: ['Wet the sponge', 'Heat the iron'].map((item) => ({
        type: 'listItem',
        content: [{ type: 'paragraph', content: [words(item)] }],
      })),
    },
    {
      type: 'callout',
      attrs: { tone: 'warning' },
      content: [{ type: 'paragraph', content: [words('It is hot.')] }],
    },
  ])
  expectNoErrors(page)
})

test('links, pictures and what is elsewhere are put in by their dialogs', async ({ platform, visitor }) => {
  const page = await open(platform, visitor)
  const text = page.getByRole('textbox', { name: 'Text of the lesson' })
  await text.focus()
  await page.keyboard.type('Guide')
  await press(page, 'Control+a')
  await page.getByRole('button', { name: 'Link', exact: true }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Address').fill('javascript:alert(1)')
  await dialog.getByRole('button', { name: 'Set link' }).click()
  await dialog.getByText('Must be a valid URL').waitFor()
  await expectAccessible(page)
  await dialog.getByLabel('Address').fill('https://example.org/guide')
  await press(page, 'Enter')
  const link = reading(page).getByRole('link', { name: 'Guide' })
  await link.waitFor()
  expect(await link.getAttribute('rel')).toContain('noopener')
  await dialog.waitFor({ state: 'detached' })
  await press(page, 'Control+End', 'Enter')
  await page.getByRole('button', { name: 'Picture' }).click()
  await dialog.getByRole('button', { name: 'Insert' }).click()
  await dialog.getByText('Choose a picture').waitFor()
  const chooser = page.waitForEvent('filechooser')
  await dialog.getByRole('button', { name: 'Choose image' }).click()
  await (await chooser).setFiles({ name: 'iron.png', mimeType: 'image/png', buffer: Buffer.from('x') })
  await dialog.getByLabel('What it shows').fill('An iron in its stand')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Insert' }).click()
  await reading(page).getByRole('img', { name: 'An iron in its stand' }).waitFor()
  await dialog.waitFor({ state: 'detached' })
  await page.keyboard.type('Let it cool')
  await reading(page).getByText('Let it cool').waitFor()
  await reading(page).getByRole('img', { name: 'An iron in its stand' }).waitFor()

  await page.getByRole('button', { name: 'Insert', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Link to a video or page' }).click()
  await dialog.getByLabel('Address').fill('https://video.example/1')
  await dialog.getByLabel('Title').fill('How to solder')
  await dialog.getByRole('button', { name: 'Insert' }).click()
  await reading(page).getByRole('link', { name: 'How to solder' }).waitFor()
  await dialog.waitFor({ state: 'detached' })
  await page.keyboard.type('Watch it first')
  await reading(page).getByText('Watch it first').waitFor()
  // A dialog that is left changes nothing, and leads back as well.
  await page.getByRole('button', { name: 'Link', exact: true }).click()
  await dialog.getByLabel('Address').waitFor()
  await press(page, 'Escape')
  await dialog.waitFor({ state: 'detached' })
  await page.keyboard.type(' of all')
  await reading(page).getByText('Watch it first of all').waitFor()
  await reading(page).getByRole('link', { name: 'How to solder' }).waitFor()
  richText.parse(await written(page))
  expectNoErrors(page)
})

test('pasting keeps the words and their order, and drops scripts and remote content', async ({ platform, visitor }) => {
  const page = await open(platform, visitor)
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url()))
  await page.getByRole('textbox', { name: 'Text of the lesson' }).evaluate((element) => {
    const data = new DataTransfer()
    data.setData(
      'text/html',
      `<h1 onclick="alert(1)" style="position:fixed">Steps</h1><script>alert(1)</script><style>p{display:none}</style>
       <p>Read <a href="javascript:alert(1)">this</a> and <a href="https://example.org/" onclick="alert(1)">that</a>
       <img src="https://tracker.example/dot.gif" onerror="alert(1)"><iframe src="https://tracker.example/"></iframe></p>
       <div data-url="javascript:alert(1)" data-title="Press">Press</div>
       <table><tr><td onmouseover="alert(1)">Cell</td></tr></table><svg onload="alert(1)"><text>x</text></svg>`,
    )
    element.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }))
  })
  await reading(page).getByText('Cell').waitFor()
  const links = reading(page).getByRole('link')
  expect(await links.evaluateAll((all) => all.map((one) => one.getAttribute('href')))).toEqual(['https://example.org/'])
  const kept = JSON.stringify(richText.parse(await written(page)))
  for (const gone of ['alert', 'onclick', 'style', 'tracker', 'script']) expect(kept).not.toContain(gone)
  expect(asked.filter((url) => url.includes('tracker'))).toEqual([])
  expectNoErrors(page)
})

test('the viewer renders every element, and runs no content stored before a rule existed', async ({
  platform,
  visitor,
}) => {
  const paragraph = (...content: object[]) => ({ type: 'paragraph', content })
  const fileId = '0193d3b4-0000-7000-8000-000000000001'
  const document = {
    type: 'doc',
    content: [
      { type: 'heading', attrs: { level: 2 }, content: [words('Soldering')] },
      paragraph(words('Use '), words('solder', { type: 'bold' }), words(' and see ')),
      paragraph(words('Old link', { type: 'link', attrs: { href: 'javascript:alert(1)' } })),
      ...['note', 'tip', 'warning'].map((tone) => ({
        type: 'callout',
        attrs: { tone },
        content: [paragraph(words(`A ${tone} of some length, which says what to look out for.`))],
      })),
      { type: 'orderedList', content: [{ type: 'listItem', content: [paragraph(words('First'))] }] },
      { type: 'blockquote', content: [paragraph(words('Measure twice.'))] },
      { type: 'codeBlock', content: [words('const heat = 350\nsolder(heat)')] },
      { type: 'horizontalRule' },
      { type: 'image', attrs: { fileId, alt: 'An iron', caption: 'Our iron' } },
      { type: 'audio', attrs: { fileId, alt: '', caption: 'How it sounds' } },
      { type: 'embed', attrs: { url: 'https://video.example/1', title: 'A film' } },
      { type: 'embed', attrs: { url: 'javascript:alert(1)', title: 'Not a film' } },
      {
        type: 'table',
        content: [
          {
            type: 'tableRow',
            content: ['Part', 'Heat'].map((cell) => ({ type: 'tableHeader', content: [paragraph(words(cell))] })),
          },
          {
            type: 'tableRow',
            content: ['Wire', '350'].map((cell) => ({ type: 'tableCell', content: [paragraph(words(cell))] })),
          },
        ],
      },
      { type: 'of-a-later-version', content: [words('Unknown')] },
    ],
  }
  const page = await open(platform, visitor, `#${encodeURIComponent(JSON.stringify(document))}`)
  const scripts: string[] = []
  page.on('request', (request) => scripts.push(request.url()))
  await page.reload()
  await expectAccessibleEverywhere(page, 'rich-text-reading', () => reading(page).getByText('Measure twice.').waitFor())
  const links = reading(page).getByRole('link')
  expect(await links.evaluateAll((all) => all.map((one) => one.textContent))).toEqual(['A film'])
  await reading(page).getByText('Old link').waitFor()
  expect(scripts.filter((url) => url.includes('RichTextEditor'))).toEqual([])
  expectNoErrors(page, { except: [/data:image/, /Failed to load/] })
})
