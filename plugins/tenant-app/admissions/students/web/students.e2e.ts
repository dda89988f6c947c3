import type { Page } from 'playwright'
import { expect } from 'vitest'
import { browserTest } from '#core/testing/browser-harness.ts'
import type { BrowserPlatform, Visitor } from '#core/testing/browser-harness.ts'
import {
  expectAccessible,
  expectAccessibleEverywhere,
  expectNoErrors,
  notification,
  openMenu,
  screenshot,
} from '#core/testing/browser.ts'
import type { TestOrganization } from '#core/testing/harness.ts'
import { audit } from '#plugins/audit/plugin.ts'
import { tenantApp } from '../../../plugin.ts'
import { buildChallenge, buildParticipant, buildScore, buildSession } from '../../../testing/factories.ts'

const test = browserTest([tenantApp, audit])

const notSignedIn = { except: [/401/] }

const titles = (page: Page) => page.locator('main').getByRole('heading', { level: 2 }).allTextContents()
const card = (page: Page, name: string) => page.getByRole('listitem').filter({ hasText: name })

async function open(
  { platform, visitor }: { platform: BrowserPlatform; visitor: Visitor },
  organization: TestOrganization,
  path: string,
  role: 'tenant_admin' | 'instructor' | 'parent' = 'tenant_admin',
): Promise<Page> {
  const page = await visitor.open(platform.originOf(organization), path, { as: (await organization.user(role)).email })
  return page
}

/** Three students of two families, one with everything that a card shows. */
async function fill(organization: TestOrganization): Promise<string> {
  const admin = await organization.signIn('tenant_admin')
  const byron = await organization.user('parent', { firstName: 'Annabella', lastName: 'Byron' })
  const add = async (given: object) => {
    const { status, body } = await admin.post('/api/students', given)
    expect(status).toBe(201)
    return body.id as string
  }
  const ada = await add({
    firstName: 'Ada',
    lastName: 'King-Noel with a very long name that has to wrap somewhere in the card',
    dateOfBirth: '2016-05-06',
    grade: '4',
    parentUserId: byron.id,
    medicalNotes: 'Allergic to peanuts.',
    emergencyPhone: '555 0100',
  })
  await add({ firstName: 'Alan', lastName: 'Turing', grade: '9', guardian: { firstName: 'Ethel', lastName: 'Turing' } })
  await add({ firstName: 'Mary', lastName: 'Somerville', grade: 'Pre-K' })
  return ada
}

test('the address of a student’s page names a tab, which is open', async ({ platform, visitor }) => {
  const organization = await platform.organization()
  const id = await fill(organization)
  const page = await open({ platform, visitor }, organization, `/students/${id}?tab=points`)
  await page.getByRole('tab', { name: 'Progress', selected: true }).waitFor()
  const parts = page.getByRole('radiogroup', { name: 'Progress' })
  await parts.getByRole('radio', { name: 'Points', checked: true }).waitFor()
  await parts.getByRole('radio', { name: 'Scores' }).click()
  await page.waitForURL(/tab=scores/)
  await page.getByRole('tab', { name: 'Record' }).click()
  await page.waitForURL(/tab=history/)
  await page.getByRole('tab', { name: 'Overview' }).click()
  await page.waitForURL((url) => !url.searchParams.has('tab'))
})

test('parents have no students screen, and instructors cannot deactivate students', async ({ platform, visitor }) => {
  const organization = await platform.organization()
  const id = await fill(organization)
  const page = await open({ platform, visitor }, organization, `/students/${id}`, 'parent')
  await page.getByText('Insufficient Permissions').waitFor()
  const instructor = await open({ platform, visitor }, organization, `/students/${id}`, 'instructor')
  await instructor.getByRole('tab', { name: 'Progress' }).waitFor()
  expect(await instructor.getByRole('tab').allTextContents()).toEqual([
    'Overview',
    'Progress',
    'Family',
    'Health and documents',
  ])
  expect(await instructor.getByRole('button', { name: /Actions for/ }).count()).toBe(0)
})

test('an admin adds a student with the guardian, is warned of a duplicate, edits the student, deactivates and reactivates', async ({
  platform,
  visitor,
}) => {
  const organization = await platform.organization()
  const page = await open({ platform, visitor }, organization, '/students')
  await page.getByText('No students yet').waitFor()
  await page.getByRole('button', { name: 'Add Student' }).first().click()
  const dialog = page.getByRole('dialog', { name: 'Add Student' })
  const submit = dialog.getByRole('button', { name: 'Add Student' })
  await submit.click()
  await dialog.getByText('First name is required').waitFor()
  await dialog.getByLabel('First name', { exact: true }).fill('Ada')
  await dialog.getByLabel('Last name', { exact: true }).fill('King')
  await dialog.getByLabel('Grade').fill('4')
  await dialog.getByText('Someone new').click()
  await dialog.getByLabel('Guardian’s first name').fill('Annabella')
  await dialog.getByLabel('Guardian’s last name').fill('Byron')
  await dialog.getByLabel('Guardian’s email').fill('byron@example.org')
  await expectAccessible(page)
  await submit.click()
  await notification(page).getByText('Student added successfully').waitFor()
  await dialog.waitFor({ state: 'hidden' })
  expect(await card(page, 'Ada King').textContent()).toMatch(
    /Active.*Grade 4.*0 points.*Annabella Byron.*byron@example/,
  )

  await page.goto('/students?add=true')
  await dialog.getByLabel('First name', { exact: true }).fill('ada')
  await dialog.getByLabel('Last name', { exact: true }).fill('king')
  await submit.click()
  await dialog.getByText('Is it one of these students?').waitFor()
  await expectAccessible(page)
  await screenshot(page, 'tenant-app/students-duplicate')
  await dialog.getByRole('button', { name: 'Save anyway' }).click()
  await dialog.waitFor({ state: 'hidden' })
  await page.getByRole('button', { name: 'Edit ada king', exact: true }).click()
  const editing = page.getByRole('dialog', { name: 'Edit Student' })
  await editing.getByLabel('First name').fill('Ralph')
  await editing.getByRole('button', { name: 'Save changes' }).click()
  await card(page, 'Ralph king').waitFor()

  await openMenu(page, 'Actions for Ralph king')
  await page.getByRole('menuitem', { name: 'Deactivate' }).click()
  await notification(page).getByText('Student deactivated').waitFor()
  // A focused message stays.
  await page.keyboard.press('F8')
  await screenshot(page, 'tenant-app/students-undo')
  await card(page, 'Ralph king').getByText('Inactive').waitFor()
  await notification(page).getByRole('button', { name: 'Undo' }).click()
  await card(page, 'Ralph king').getByText('Active', { exact: true }).waitFor()
  expectNoErrors(page, { except: [/401/, /409/] })
})

test('search and filters are in the address, numbers lead to their rows, and the palette finds students', async ({
  platform,
  visitor,
}) => {
  const organization = await platform.organization()
  await fill(organization)
  const page = await open({ platform, visitor }, organization, '/students')
  await page.getByRole('searchbox', { name: 'Search students' }).fill('byron')
  await page.waitForURL(/search=byron/)
  await expect.poll(() => titles(page)).toHaveLength(1)
  await page.reload()
  await page.getByRole('heading', { name: /Ada King-Noel/ }).waitFor()
  await page.getByRole('button', { name: 'Grade Levels' }).click()
  await page.getByRole('dialog').getByRole('link', { name: 'Grade 9' }).click()
  await page.waitForURL(/grade=/)
  await expect.poll(() => titles(page)).toEqual([expect.stringContaining('Alan Turing')])
  await page.getByRole('button', { name: 'Family Accounts' }).click()
  await page.getByRole('dialog').getByText('Annabella Byron').waitFor()
  expect(await page.getByRole('dialog').getByText('Ethel Turing').count()).toBe(0)
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'hidden' })

  await page.keyboard.press('Control+k')
  await page.getByRole('dialog').getByRole('searchbox').fill('somerv')
  await page.getByRole('menuitem', { name: /Mary Somerville/ }).click()
  await page.getByRole('heading', { name: 'Mary Somerville', level: 1 }).waitFor()
  await page.getByRole('tab', { name: 'Record' }).click()
  await page.getByText('First name: Mary; Last name: Somerville; Grade: Pre-K').waitFor()
  const log = page.getByRole('listitem').filter({ hasText: 'Added the student Mary Somerville' })
  await log.getByText(/^[A-Z].+ \(.+@.+\)$/).waitFor()
  await log.getByText('Grade: Pre-K').waitFor()
  expectNoErrors(page, notSignedIn)
})

async function makeParticipation(
  platform: BrowserPlatform,
  organization: TestOrganization,
  studentId: string,
): Promise<void> {
  const robotics = { name: 'Robotics', location: 'Lab 2', startDate: '2099-03-01T15:00:00Z' }
  const { id: next } = await buildSession(platform, organization, robotics)
  await buildParticipant(platform, organization, { sessionId: next, studentId })
  const chess = { name: 'Chess', status: 'completed', startDate: '2020-03-01T15:00:00Z' } as const
  const { id: sessionId } = await buildSession(platform, organization, chess)
  const attended = { attendance: 'late', pointsEarned: 5, feedback: 'Thought long and well.' } as const
  await buildParticipant(platform, organization, { sessionId, studentId, ...attended })
  const { id: challengeId } = await buildChallenge(platform, organization, { title: 'Checkmate', sessionId })
  await buildScore(platform, organization, { studentId, challengeId, sessionId, score: 80, maxScore: 100 })
}

test('every screen is accessible and fits every width', async ({ platform, visitor }) => {
  const organization = await platform.organization()
  const id = await fill(organization)
  await makeParticipation(platform, organization, id)
  const page = await open({ platform, visitor }, organization, '/students')
  const screens: [name: string, path: string, shown: string][] = [
    ['students', '/students', 'Alan Turing'],
    ['student', `/students/${id}`, 'Lab 2'],
    ['student-attendance', `/students/${id}?tab=attendance`, 'Thought long and well.'],
    ['student-scores', `/students/${id}?tab=scores`, 'Checkmate'],
    ['student-history', `/students/${id}?tab=history`, 'Grade: 4'],
    ['student-missing', '/students/00000000-0000-4000-8000-000000000000', 'Student not found'],
  ]
  for (const [name, path, shown] of screens) {
    await expectAccessibleEverywhere(page, `tenant-app/${name}`, async () => {
      await page.goto(path)
      await page.getByText(shown).first().waitFor()
    })
  }
  await expectAccessibleEverywhere(page, 'tenant-app/students-add', async () => {
    await page.goto('/students?add=true')
    await page.getByText('Someone new').click()
  })
  expectNoErrors(page, { except: [/401/, /404/] })
})
