import { expect } from 'vitest'
import { browserTest } from '#core/testing/browser-harness.ts'
import { expectAccessibleEverywhere, expectNoErrors, openMenu, signOut } from '#core/testing/browser.ts'
import { create } from '#core/testing/calls.ts'
import { tenantApp } from '../../../plugin.ts'
import { buildStudent } from '../../../testing/factories.ts'
import type { SavedCell } from '../score-contract.ts'

const test = browserTest([tenantApp])

const notSignedIn = { except: [/401/] }

test('staff add, find, change, duplicate and archive challenges', async ({ platform, visitor }) => {
  const organization = await platform.organization()
  const admin = await organization.signIn('tenant_admin')
  const start = platform.clock.now().getTime() + 86_400_000
  const dates = { startDate: new Date(start).toISOString(), endDate: new Date(start + 3_600_000).toISOString() }
  await create(admin, '/api/sessions', { name: 'Robotics', ...dates })
  const page = await visitor.openHome(platform.originOf(organization), (await organization.user('instructor')).email)
  await page.getByRole('link', { name: 'Challenges', exact: true }).click()
  await page.getByText('No challenges yet').waitFor()
  await expectAccessibleEverywhere(page, 'challenges-empty', () => page.getByText('No challenges yet').waitFor())

  await page.setViewportSize({ width: 1440, height: 900 })
  await page.getByRole('button', { name: 'New Challenge' }).first().click()
  const dialog = page.getByRole('dialog', { name: 'New Challenge' })
  await dialog.getByRole('button', { name: 'Create challenge' }).click()
  await dialog.getByText('Challenge title is required').waitFor()
  await dialog.getByLabel('Title').fill('Line follower')
  await dialog.getByRole('combobox', { name: /Session/ }).fill('Robo')
  await page.getByRole('option', { name: /Robotics/ }).click()
  await dialog.getByRole('textbox', { name: 'Time limit' }).fill('45')
  await expectAccessibleEverywhere(page, 'challenge-new', () => dialog.waitFor())
  await dialog.getByRole('button', { name: 'Create challenge' }).click()
  await dialog.waitFor({ state: 'hidden' })
  await page.getByText('Beginner · up to 100 points · 45 min').waitFor()
  await page.getByText('Robotics', { exact: true }).waitFor()

  await openMenu(page, 'Actions for Line follower')
  await page.getByRole('menuitem', { name: 'Duplicate' }).click()
  const copy = page.getByRole('dialog', { name: 'Duplicate Challenge' })
  await copy.getByRole('button', { name: 'Create challenge' }).click()
  await copy.waitFor({ state: 'hidden' })
  await page.getByRole('heading', { name: 'Copy of Line follower' }).waitFor()
  await openMenu(page, 'Actions for Copy of Line follower')
  await page.getByRole('menuitem', { name: 'Archive' }).click()
  await page.getByText('Copy of Line follower is archived').waitFor()
  await page.locator('span').getByText('Archived', { exact: true }).waitFor()
  await page.getByRole('button', { name: 'Edit Line follower' }).click()
  const edit = page.getByRole('dialog', { name: 'Edit Challenge' })
  await edit.getByLabel('Description').fill('Follow the line.')
  await edit.getByRole('button', { name: 'Save challenge' }).click()
  await edit.waitFor({ state: 'hidden' })
  await page.getByText('Follow the line.').waitFor()
  await expectAccessibleEverywhere(page, 'challenges', () =>
    page.getByRole('heading', { name: 'Copy of Line follower' }).waitFor(),
  )
  expectNoErrors(page, notSignedIn)
})

test('staff enter scores by keyboard: type, see errors, undo, paste, and settle a conflict with another user', async ({
  platform,
  visitor,
}) => {
  const organization = await platform.organization()
  const admin = await organization.signIn('tenant_admin')
  const other = await organization.user('tenant_admin', { firstName: 'Grace', lastName: 'Hopper' })
  const grace = await organization.client().signIn(other.email)
  const ids: string[] = []
  for (const title of ['Solder', 'Checkmate']) {
    ids.push((await create<{ id: string }>(admin, '/api/challenges', { title, maxScore: 50 })).id)
  }
  const [solder = '', checkmate = ''] = ids
  const students: { id: string }[] = []
  for (const firstName of ['Ada', 'Ben', 'Cleo'])
    students.push(await buildStudent(platform, organization, { firstName }))
  const page = await visitor.open(platform.originOf(organization), '/challenges/scores', {
    as: (await organization.user('tenant_admin')).email,
  })
  const grid = page.getByRole('grid', { name: 'Scores' })
  await grid.waitFor()
  const cell = (name: RegExp | string) => grid.getByRole('gridcell', { name })
  const focused = () => page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? '')
  const saved = async () => {
    const { body } = await admin.get(`/api/score-grid?challenges=${solder},${checkmate}`)
    const scores = (body as { scores: { studentId: string; challengeId: string; score: number }[] }).scores
    return students.map(({ id }) =>
      [checkmate, solder].map(
        (challengeId) => scores.find((one) => one.studentId === id && one.challengeId === challengeId)?.score ?? null,
      ),
    )
  }
  for (let tabs = 0; !(await focused()).startsWith('Ada King, Checkmate') && tabs < 60; tabs++) {
    await page.keyboard.press('Tab')
  }
  expect(await focused()).toBe('Ada King, Checkmate: no score')

  await page.keyboard.type('40')
  await page.keyboard.press('Enter')
  await expect.poll(focused).toBe('Ben King, Checkmate: no score')
  await page.keyboard.type('30')
  await page.keyboard.press('Escape')
  await expect.poll(focused).toBe('Ben King, Checkmate: no score')
  await page.keyboard.press('ArrowRight')
  await page.keyboard.type('51')
  await page.keyboard.press('Enter')
  await expect.poll(focused).toBe('Ben King, Solder: 51 of 50, not saved: Between 0 and 50')
  await page.getByRole('status').filter({ hasText: 'Between 0 and 50' }).waitFor()
  await cell('Ada King, Checkmate: 40 of 50, saved').waitFor()
  await expectAccessibleEverywhere(page, 'scores-refused', () => grid.waitFor())
  await cell(/^Ben King, Solder/).focus()
  await page.keyboard.press('Escape')
  await cell('Ben King, Solder: no score').waitFor()

  await page.keyboard.press('Control+Home')
  await expect.poll(focused).toMatch(/^Ada King, Checkmate/)
  await page.evaluate((text) => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/plain', text)
    document.activeElement?.dispatchEvent(
      new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }),
    )
  }, '10\t11\r\n12\t13\r\n14\t99\r\n')
  await page.getByText('5 scores pasted, 1 refused').waitFor()
  await expect.poll(saved).toEqual([
    [10, 11],
    [12, 13],
    [14, null],
  ])
  await page.keyboard.press('Control+z')
  await page.getByText('5 scores taken back').waitFor()
  await cell('Cleo King, Solder: no score').waitFor()
  await expect.poll(saved).toEqual([
    [40, null],
    [null, null],
    [null, null],
  ])

  // The grid polls every few seconds: this holds back its requests while it must not see other scores.
  const look = '**/api/score-grid?*'
  // A request without an answer from its route waits until the route is removed, and then continues.
  const holdRequests = () => page.route(look, () => undefined)
  const show = () => page.unroute(look)

  await page.keyboard.press('ArrowRight')
  await expect.poll(focused).toMatch(/^Ada King, Solder/)
  await holdRequests()
  const faster = { challengeId: solder, studentId: students[0]?.id, score: 22, seen: null }
  expect(((await grace.post('/api/scores', { cells: [faster] })).body as SavedCell[])[0]?.outcome).toBe('saved')
  await page.keyboard.type('33')
  await page.keyboard.press('Enter')
  await page.getByText('Grace Hopper has entered 22 in the meantime. You entered 33, which is not saved.').waitFor()
  await show()
  await expectAccessibleEverywhere(page, 'scores-conflict', () => grid.waitFor())
  await page.getByRole('button', { name: 'Enter 33' }).press('Enter')
  await cell('Ada King, Solder: 33 of 50, saved').waitFor()
  await expect.poll(saved).toEqual([
    [40, 33],
    [null, null],
    [null, null],
  ])

  // Undo does not revert scores that another user entered since.
  const ofGrace = async (challengeId: string, row: number, score: number) => {
    const place = { challengeId, studentId: students[row]?.id }
    const { body } = await grace.get(`/api/score-grid?challenges=${challengeId}`)
    const { scores } = body as { scores: SavedCell[] }
    const seen = scores.find(({ studentId }) => studentId === place.studentId)?.updatedAt ?? null
    expect((await grace.post('/api/scores', { cells: [{ ...place, score, seen }] })).body).toMatchObject([{ score }])
  }
  await ofGrace(solder, 0, 44)
  await cell(/^Ben King, Solder/).click()
  await page.keyboard.type('5')
  await page.keyboard.press('Enter')
  await cell('Ada King, Solder: 44 of 50').waitFor()
  await page.keyboard.press('Control+z')
  await page.getByText('One score taken back').waitFor()
  await page.keyboard.press('Control+z')
  await page.getByText('One score has changed since and stays').waitFor()
  await holdRequests()
  await ofGrace(checkmate, 1, 6)
  await cell(/^Ben King, Checkmate/).click()
  await page.keyboard.type('8')
  await page.keyboard.press('Enter')
  await page.getByText('Grace Hopper has entered 6 in the meantime.').waitFor()
  await show()
  await page.keyboard.press('Control+z')
  await cell('Ben King, Checkmate: 6 of 50').waitFor()
  await page.getByText('One unsaved score cleared').waitFor()
  await expect.poll(saved).toEqual([
    [40, 44],
    [6, null],
    [null, null],
  ])

  await ofGrace(solder, 2, 9)
  await cell(/^Cleo King, Checkmate/).click()
  await page.keyboard.press('Shift+F2')
  await page.getByText('There is no saved score yet').waitFor()
  // The next save reads the grid again.
  await page.keyboard.type('4')
  await page.keyboard.press('Enter')
  await cell('Cleo King, Solder: 9 of 50').waitFor()
  await page.keyboard.press('Control+z')
  await cell('Cleo King, Checkmate: no score').waitFor()
  await cell(/^Cleo King, Solder/).click()
  await page.keyboard.press('Shift+F2')
  const feedback = page.getByRole('dialog', { name: 'Feedback for Cleo King' })
  await feedback.getByLabel('Feedback').fill('Well soldered.')
  await expectAccessibleEverywhere(page, 'score-feedback', () => feedback.waitFor())
  await feedback.getByRole('button', { name: 'Save feedback' }).click()
  await feedback.waitFor({ state: 'hidden' })
  await cell('Cleo King, Solder: 9 of 50, with feedback').waitFor()
  await page.setViewportSize({ width: 1280, height: 800 })

  await page.route('**/api/scores', (route) => route.abort())
  await cell(/^Cleo King, Checkmate/).focus()
  await cell(/^Cleo King, Checkmate/).click()
  await page.keyboard.type('7')
  await page.keyboard.press('Enter')
  await page.getByText('One score is not saved yet').waitFor()
  await cell(/^Cleo King, Checkmate: 7 of 50, not saved yet/).waitFor()
  await signOut(page)
  const asked = page.getByRole('alertdialog', { name: 'Sign out?' })
  await asked.getByText(/Not sent .*: 1 score/).waitFor()
  await asked.getByRole('button', { name: 'Stay signed in' }).click()
  await page.reload()
  await page.getByText(/1 score waiting to sync/).waitFor()
  await cell(/^Cleo King, Checkmate: 7 of 50, not saved yet/).waitFor()
  await page.unroute('**/api/scores')
  await page.evaluate(() => window.dispatchEvent(new Event('online')))
  await cell('Cleo King, Checkmate: 7 of 50, saved').waitFor()
  await expectAccessibleEverywhere(page, 'scores', () => grid.waitFor())
  // An address past the last page leads to the last one.
  await page.goto('/challenges/scores?page=3')
  await cell(/^Ada King, Checkmate/).waitFor()
})

test('a session’s page shows its challenges and its participants’ scores', async ({ platform, visitor }) => {
  const organization = await platform.organization()
  const admin = await organization.signIn('tenant_admin')
  const start = platform.clock.now().getTime()
  const dates = { startDate: new Date(start).toISOString(), endDate: new Date(start + 3_600_000).toISOString() }
  const { id: sessionId } = await create<{ id: string }>(admin, '/api/sessions', { name: 'Robotics', ...dates })
  const { id: studentId } = await buildStudent(platform, organization)
  await create(admin, `/api/sessions/${sessionId}/participants`, { studentIds: [studentId] })
  const page = await visitor.open(platform.originOf(organization), `/sessions/${sessionId}?tab=challenges`, {
    as: (await organization.user('instructor')).email,
  })
  await page.getByText('No challenges yet').waitFor()
  await page.getByRole('button', { name: 'New Challenge' }).click()
  const dialog = page.getByRole('dialog', { name: 'New Challenge' })
  expect(await dialog.getByRole('combobox', { name: /Session/ }).inputValue()).toBe('Robotics')
  await dialog.getByLabel('Title').fill('Line follower')
  await dialog.getByRole('button', { name: 'Create challenge' }).click()
  await dialog.waitFor({ state: 'hidden' })
  const cell = page.getByRole('gridcell', { name: /^Ada King, Line follower/ })
  await cell.click()
  await page.keyboard.type('80')
  await page.keyboard.press('Enter')
  await page.getByRole('gridcell', { name: 'Ada King, Line follower: 80 of 100, saved' }).waitFor()
  await expectAccessibleEverywhere(page, 'session-challenges', () => cell.waitFor())
  await page.goto(`/students/${studentId}?tab=scores`)
  await page.getByText('Line follower').waitFor()
  await page.goto(`/students/${studentId}?tab=points`)
  const entries = page.getByRole('table', { name: 'Points' })
  await entries.getByText('+80').waitFor()
  await expectAccessibleEverywhere(page, 'student-points', () => entries.waitFor())
})
