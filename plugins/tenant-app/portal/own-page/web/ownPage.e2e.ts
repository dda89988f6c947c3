import type { Page } from 'playwright'
import { expect } from 'vitest'
import type { BrowserPlatform } from '#core/testing/browser-harness.ts'
import { browserTest } from '#core/testing/browser-harness.ts'
import { expectAccessibleEverywhere, expectNoErrors } from '#core/testing/browser.ts'
import type { TestOrganization } from '#core/testing/harness.ts'
import { tenantApp } from '../../../plugin.ts'
import type { SessionStatus } from '../../../scheduling/sessions/state-contract.ts'
import {
  buildChallenge,
  buildMark,
  buildParticipant,
  buildScore,
  buildSession,
  buildStudent,
} from '../../../testing/factories.ts'

const test = browserTest([tenantApp])

const notSignedIn = { except: [/401/] }
const phone = { width: 375, height: 812 }
const hoursFromNow = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString()

/** Ada, whose guardian is asked for a consent: there today, next in two days, with a score and feedback. */
async function makeFamily(platform: BrowserPlatform, organization: TestOrganization) {
  const parent = await organization.user('parent', { firstName: 'Ann', lastName: 'King' })
  const account = await organization.user('student', { firstName: 'Ada', lastName: 'King' })
  const { id: studentId } = await buildStudent(platform, organization, { userId: account.id, guardians: [parent.id] })
  const session = async (name: string, start: number, status?: SessionStatus) =>
    (await buildSession(platform, organization, { name, status, location: 'Lab 2', startDate: hoursFromNow(start) })).id
  const going = await session('Robotics', -0.5, 'in-progress')
  const attended = { attendance: 'present', pointsEarned: 10, feedback: 'Built a bridge' } as const
  await buildParticipant(platform, organization, { sessionId: going, studentId, ...attended })
  const times = { arrivedAt: hoursFromNow(-0.5), leftAt: hoursFromNow(-0.1), collectedBy: 'Rosa Lee' }
  await buildMark(platform, organization, { sessionId: going, studentId, ...times })
  await buildParticipant(platform, organization, { sessionId: await session('Chess', 48), studentId })
  const rowing = await session('Rowing', 72)
  await buildParticipant(platform, organization, { sessionId: rowing, studentId, status: 'waitlisted' })
  const maze = { title: 'Maze Runner', sessionId: going }
  const { id: challengeId } = await buildChallenge(platform, organization, maze)
  await buildScore(platform, organization, { challengeId, sessionId: going, studentId, score: 17, maxScore: 20 })
  const admin = await organization.signIn('tenant_admin')
  await admin.post('/api/consents', { kind: 'photo', title: 'Photos', body: 'May we take photos?' })
  return { parent, account, studentId }
}

/** The panel or card with this title. */
const card = (page: Page, title: string) =>
  page.getByRole('heading', { name: title, exact: true }).locator('xpath=ancestor::div[3]')

test('on a phone a guardian sees where the child is, what is next, what it did and what is to be done, and answers there', async ({
  platform,
  visitor,
}) => {
  const organization = await platform.organization()
  const { parent } = await makeFamily(platform, organization)
  const page = await visitor.open(platform.originOf(organization), '/parent-portal', {
    as: parent.email,
    viewport: phone,
  })
  await card(page, 'Today')
    .getByText(/Left .*, picked up by Rosa Lee/)
    .waitFor()
  const upcoming = await card(page, 'Upcoming Sessions').textContent()
  expect(upcoming).toMatch(/Chess.*Lab 2.*Rowing.*Waiting, place 1/s)
  expect(await card(page, 'Recent Activities').textContent()).toMatch(/Maze Runner.*17 of 20|Built a bridge/s)
  await page.getByText('85%').waitFor()
  await page.getByRole('button', { name: 'Progress Overview' }).click()
  await page.getByRole('dialog', { name: 'Progress Overview' }).getByText('17 of 20').waitFor()
  await page.keyboard.press('Escape')
  await expectAccessibleEverywhere(page, 'tenant-app/child-overview', () =>
    page.getByText('A consent is waiting for your answer').waitFor(),
  )
  expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBeLessThanOrEqual(1600)
  await page.getByRole('button', { name: 'Read and answer' }).click()
  await page.locator('#child-consents:focus').waitFor()
  await page.getByRole('button', { name: 'Give consent' }).click()
  await page.getByText('Given', { exact: true }).waitFor()
  await page.goBack()
  await page.getByRole('tab', { name: 'Overview', selected: true }).waitFor()
  await page.getByText('A consent is waiting for your answer').waitFor({ state: 'hidden' })
  expectNoErrors(page, notSignedIn)
})

test('a student finds the own sessions, scores and feedback, and a super admin sees the same of a student', async ({
  platform,
  visitor,
}) => {
  const organization = await platform.organization()
  const { account, studentId } = await makeFamily(platform, organization)
  const page = await visitor.openHome(platform.originOf(organization), account.email)
  await page.getByRole('heading', { name: 'Welcome back, Ada' }).waitFor()
  await expectAccessibleEverywhere(page, 'tenant-app/own-page', () => page.getByText('Built a bridge').waitFor())
  expect(await page.getByText('Rosa Lee').count()).toBe(0)
  expect(await page.getByText('Photos').count()).toBe(0)
  expectNoErrors(page, notSignedIn)

  const unknown = await visitor.openHome(platform.originOf(organization), (await organization.user('student')).email)
  await unknown.getByText('Nothing to show yet').waitFor()

  const staff = await visitor.open(platform.originOf(organization), `/parent-portal?child=${studentId}`, {
    as: (await platform.superAdmin()).user?.email ?? '',
  })
  await staff.getByText('Built a bridge').waitFor()
  await staff.getByRole('tab', { name: 'Student view' }).click()
  await staff.waitForURL(/view=student/)
  await staff.getByRole('list').getByText('Chess').waitFor()
  expect(await staff.getByRole('heading', { name: 'Guardians' }).count()).toBe(0)
})
