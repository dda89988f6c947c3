import { readFile } from 'node:fs/promises'
import type { Locator, Page } from 'playwright'
import { expect } from 'vitest'
import { browserTest } from '#core/testing/browser-harness.ts'
import {
  expectAccessible,
  expectAccessibleEverywhere,
  expectNoErrors,
  openMenu,
  typeDateTime,
  waitForFocus,
} from '#core/testing/browser.ts'
import { lms } from '../../plugin.ts'
import { sounds } from '../../seed/sounds.ts'
import { sendCourseFile } from '../../testing/files.ts'

const test = browserTest([lms], { work: true })

const readDemoFile = (name: string) => readFile(new URL(`../../seed/media/${name}`, import.meta.url))

async function choose(page: Page, label: string, name: string, bytes?: Buffer) {
  const field = page.getByRole('group', { name: label, exact: true })
  const buffer = bytes ?? (await readDemoFile(name))
  await field.locator('input[type=file]').setInputFiles({ name, mimeType: 'application/octet-stream', buffer })
  await page.getByRole('button', { name: /^Replace / }).waitFor()
}

async function type(page: Page, label: string, words: string) {
  await page.getByRole('textbox', { name: label, exact: true }).click()
  await page.keyboard.type(words)
}

async function ask(page: Page) {
  await openMenu(page, 'Add question')
  await page.getByRole('menuitem', { name: /^Short text/ }).click()
  await waitForFocus(page.getByRole('textbox', { name: 'Question', exact: true }))
  await page.keyboard.type('What closes a circuit?')
  await page.getByRole('textbox', { name: 'Right answer 1' }).fill('a switch')
  await page.keyboard.press('Enter')
  await page.getByText('Short text · 1 point').waitFor()
}

interface Kind {
  label: string
  title: string
  /** Notice on missing parts of a new lesson. */
  lacks: string
  write: (page: Page) => Promise<unknown>
  /** Finds an element of it in the preview. */
  seen: (page: Page) => Locator
}

const expectText = (words: string) => (page: Page) => page.getByText(words, { exact: true }).filter({ visible: true })
const expectSheets = (title: string) => (page: Page) => page.getByRole('region', { name: `${title}, Page 1 of` })

/** One lesson of each kind, created from scratch. */
const kinds: Kind[] = [
  {
    label: 'Article',
    title: 'What flows',
    lacks: 'The text is empty',
    seen: expectText('It flows where a circuit is closed.'),
    // Uses the keyboard: to the text, its toolbar and back.
    write: async (page) => {
      await page.getByRole('textbox', { name: 'Text', exact: true }).focus()
      for (const key of ['Alt+F10', 'Enter']) await page.keyboard.press(key)
      await page.getByRole('menuitem', { name: 'Heading', exact: true }).press('Enter')
      await page.getByRole('menu').waitFor({ state: 'detached' })
      await waitForFocus(page.getByRole('textbox', { name: 'Text', exact: true }))
      await page.keyboard.type('Charge')
      await page.keyboard.press('Enter')
      await page.keyboard.type('It flows where a circuit is closed.')
    },
  },
  {
    label: 'Video',
    title: 'Closing a circuit',
    lacks: 'The video is missing',
    seen: (page) => page.locator('video'),
    write: async (page) => {
      await choose(page, 'Video file', 'circuit.webm')
      const field = page.getByRole('group', { name: 'Add captions', exact: true })
      const captions = { name: 'circuit.vtt', mimeType: 'text/vtt', buffer: await readDemoFile('circuit.vtt') }
      await field.locator('input[type=file]').setInputFiles(captions)
      await page.getByRole('textbox', { name: 'Language of captions 1' }).waitFor()
    },
  },
  {
    label: 'Audio',
    title: 'A relay',
    lacks: 'The recording is missing',
    seen: (page) => page.locator('audio'),
    write: (page) => choose(page, 'Sound file', 'count.wav', Object.values(sounds)[0]?.()),
  },
  {
    label: 'Quiz',
    title: 'For practice',
    lacks: 'There are no questions',
    seen: expectText('What closes a circuit?'),
    write: ask,
  },
  {
    label: 'Assignment',
    title: 'Draw a circuit',
    lacks: 'The brief is empty',
    seen: expectText('Draw a circuit with a switch.'),
    write: (page) => type(page, 'Brief', 'Draw a circuit with a switch.'),
  },
  {
    label: 'Discussion',
    title: 'Where have you met it?',
    lacks: 'The prompt is empty',
    seen: expectText('Where is a switch that no one sees?'),
    write: (page) => type(page, 'Prompt', 'Where is a switch that no one sees?'),
  },
  {
    label: 'Presentation',
    title: 'Four sessions',
    lacks: 'The slides are missing',
    seen: expectSheets('Four sessions'),
    write: (page) => choose(page, 'Slides', 'four-robotics-sessions.pdf'),
  },
  {
    label: 'Document',
    title: 'Emergency card',
    lacks: 'The document is missing',
    seen: expectSheets('Emergency card'),
    write: (page) => choose(page, 'Document', 'emergency-card.pdf'),
  },
  {
    label: 'Interactive',
    title: 'The bench',
    lacks: 'The package is missing',
    seen: (page) => page.locator('iframe'),
    write: (page) => choose(page, 'Package', 'circuit-bench.zip'),
  },
  {
    label: 'Live session',
    title: 'Meet in the workshop',
    lacks: 'The time is missing',
    seen: expectText('Workshop 2'),
    write: async (page) => {
      await typeDateTime(page, 'Begins', '2083-03-01T16:00')
      await page.getByRole('textbox', { name: 'Place' }).fill('Workshop 2')
    },
  },
  {
    label: 'Assessment',
    title: 'For a score',
    lacks: 'There are no questions',
    seen: expectText('The questions are shown when an attempt begins.'),
    write: ask,
  },
  {
    label: 'Project',
    title: 'Build a torch',
    lacks: 'The brief is empty',
    seen: expectText('Build a torch with your team.'),
    // With a video that the course has already.
    write: async (page) => {
      await type(page, 'Brief', 'Build a torch with your team.')
      await page.getByRole('button', { name: 'Insert', exact: true }).click()
      await page.getByRole('menuitem', { name: 'Video', exact: true }).click()
      const dialog = page.getByRole('dialog', { name: 'Video' })
      await dialog.getByRole('button', { name: 'Insert' }).click()
      await dialog.getByText('Choose a video').waitFor()
      await dialog.getByRole('combobox').fill('circuit')
      await page.getByRole('option', { name: 'circuit.webm' }).click()
      await dialog.getByRole('button', { name: 'Replace video' }).waitFor()
      await dialog.getByLabel('Title').fill('A circuit closes')
      await dialog.getByRole('button', { name: 'Insert' }).click()
      await page.getByText('Video: A circuit closes').waitFor()
    },
  },
]

/** Lists the titles of lessons as the outline shows them. */
const listOrder = (page: Page) =>
  page
    .getByRole('button', { name: /^Drag / })
    .evaluateAll((all) => all.map((one) => one.getAttribute('aria-label')?.replace('Drag ', '')))

async function dragRow(page: Page, from: Locator, to: Locator) {
  const [start, end] = [await from.boundingBox(), await to.boundingBox()]
  if (!start || !end) throw new Error('Both are on the page')
  await page.mouse.move(start.x + start.width / 2, start.y + start.height / 2)
  await page.mouse.down()
  await page.mouse.move(start.x + start.width / 2, start.y + start.height / 2 - 12, { steps: 3 })
  await page.mouse.move(end.x + end.width / 2, end.y + end.height / 2, { steps: 12 })
  await page.mouse.up()
}

test(
  'a course of all twelve kinds of lessons is created, ordered and published, and learners see it',
  { timeout: 480_000 },
  async ({ platform, visitor }) => {
    const organization = await platform.organization()
    const page = await visitor.open(platform.originOf(organization), '/lms-management', {
      as: (await organization.user('tenant_admin')).email,
    })
    await page.getByRole('button', { name: 'Create Course' }).press('Enter')
    await waitForFocus(page.getByRole('dialog', { name: 'Create Course' }).getByLabel('Title'))
    await page.keyboard.type('Electricity')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Electricity' }).waitFor()

    await page.getByRole('tab', { name: 'Course Structure' }).press('Enter')
    await page.getByRole('button', { name: 'Add Chapter' }).press('Enter')
    await waitForFocus(page.getByRole('dialog', { name: 'Add Chapter' }).getByLabel('Chapter Title'))
    await page.keyboard.type('All of it')
    await page.getByRole('button', { name: 'Create', exact: true }).press('Enter')
    await page.getByRole('button', { name: 'All of it 0 lessons' }).waitFor()

    await page.getByRole('tab', { name: /^Lessons/ }).click()
    for (const { label, title } of kinds) {
      await page.getByRole('button', { name: 'Add Lesson' }).press('Enter')
      const adding = page.getByRole('dialog', { name: 'Add Lesson' })
      await waitForFocus(adding.getByLabel('Title'))
      await page.keyboard.type(title)
      if (label !== 'Article') {
        await adding.getByRole('button', { name: /Content type/ }).click()
        await page.getByRole('option', { name: label, exact: true }).click()
      }
      await adding.getByRole('button', { name: 'Add Lesson' }).click()
      await adding.waitFor({ state: 'detached' })
    }
    await page.getByRole('tab', { name: 'Lessons (12, 360 min)' }).waitFor()

    for (const { title, lacks, write, seen } of kinds) {
      await page.getByRole('link', { name: title, exact: true }).click()
      await page.getByText(lacks, { exact: true }).waitFor()
      await write(page)
      await page.getByText('Unfinished: not required yet').waitFor({ state: 'detached' })
      await page.getByRole('status').getByText('Saved', { exact: true }).waitFor()
      await expectAccessible(page)
      await page.getByRole('radio', { name: 'Preview', exact: true }).click()
      await seen(page).waitFor()
      await expectAccessible(page)
      await page.getByRole('link', { name: 'Electricity' }).click()
    }

    await page.getByRole('tab', { name: 'Course Structure' }).click()
    await expect.poll(() => listOrder(page)).toEqual(kinds.map(({ title }) => title))
    const handle = (title: string) => page.getByRole('button', { name: `Drag ${title}`, exact: true })
    const saved = () =>
      page
        .getByRole('region', { name: /notification/i })
        .getByText('Lesson order updated successfully')
        .first()
        .waitFor()
    await handle('Closing a circuit').scrollIntoViewIfNeeded()
    await dragRow(page, handle('A relay'), handle('What flows'))
    await expect.poll(async () => (await listOrder(page)).indexOf('A relay')).toBeLessThan(2)
    await saved()
    const before = await listOrder(page)
    const [first = '', second = ''] = before
    await handle(second).focus()
    await page.keyboard.press('Space')
    // The position is announced as soon as it is picked up.
    await page.getByText(`${second} is over place 2`).waitFor({ state: 'attached' })
    await expect
      .poll(async () => {
        await page.keyboard.press('ArrowUp')
        return page.getByText(`${second} is over place 1`).count()
      })
      .toBeGreaterThan(0)
    await page.keyboard.press('Space')
    await expect.poll(() => listOrder(page)).toEqual([second, first, ...before.slice(2)])

    await page
      .getByRole('button', { name: /Status/ })
      .last()
      .click()
    await page.getByRole('option', { name: 'Published' }).click()
    await page
      .getByRole('region', { name: /notification/i })
      .getByText('Course status updated')
      .waitFor()
    expect(await page.getByText('unfinished and not required').count()).toBe(0)

    const learner = await organization.signIn('instructor')
    const found = (await learner.get('/api/tenant/course-catalog')).body as { id: string; title: string }[]
    const courseId = found.find(({ title }) => title === 'Electricity')?.id ?? ''
    expect((await learner.post(`/api/tenant/courses/${courseId}/enroll`)).status).toBeLessThan(300)
    const lessonsOf = async () => {
      const { chapters } = (await learner.get(`/api/tenant/courses/${courseId}`)).body as {
        chapters: { lessons: { id: string; title: string; isRequired: boolean }[] }[]
      }
      return chapters.flatMap((chapter) => chapter.lessons)
    }
    // The screen shows the new order before the server has saved it.
    const inOrder = [second, first, ...before.slice(2)]
    await expect.poll(async () => (await lessonsOf()).map(({ title }) => title)).toEqual(inOrder)
    const lessons = await lessonsOf()
    for (const { id } of lessons) {
      expect((await learner.get(`/api/tenant/courses/${courseId}/lessons/${id}`)).status).toBe(200)
    }

    await openMenu(page, 'Actions for Electricity')
    await page.getByRole('menuitem', { name: 'Files' }).click()
    const shown = page.getByRole('list', { name: 'Lessons that show circuit.webm' })
    await expect.poll(() => shown.getByRole('link').allTextContents()).toEqual(['Closing a circuit', 'Build a torch'])
    const extra = { bytes: await readDemoFile('session-plan.pdf'), filename: 'session-plan.pdf' }
    await sendCourseFile(await organization.signIn('tenant_admin'), courseId, extra)
    await page.getByRole('button', { name: /Use$/ }).click()
    await page.getByRole('option', { name: 'Not used' }).click()
    await page.getByText('circuit.webm').waitFor({ state: 'detached' })
    await openMenu(page, 'Actions for session-plan.pdf')
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete file' }).click()
    await page.getByText('No files match').waitFor()
    await page.getByRole('button', { name: /Use$/ }).click()
    await page.getByRole('option', { name: 'Used or not' }).click()
    await expectAccessibleEverywhere(page, 'course-files', () => shown.waitFor())
    expectNoErrors(page, { except: [/401/] })
  },
)
