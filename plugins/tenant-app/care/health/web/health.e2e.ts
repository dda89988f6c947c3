import type { Page } from 'playwright'
import { expect } from 'vitest'
import { browserTest } from '#core/testing/browser-harness.ts'
import type { BrowserPlatform, Visitor } from '#core/testing/browser-harness.ts'
import { expectAccessible, expectAccessibleEverywhere, expectNoErrors, notification } from '#core/testing/browser.ts'
import type { TestOrganization } from '#core/testing/harness.ts'
import { tenantApp } from '../../../plugin.ts'
import { buildParticipant, buildSession, buildStudent } from '../../../testing/factories.ts'

const test = browserTest([tenantApp])

const notSignedIn = { except: [/401/] }

/** Creates a child with a guardian, an allergy and an emergency contact from an admin. */
async function makeFamily(platform: BrowserPlatform) {
  const organization = await platform.organization()
  const guardian = await organization.user('parent', { firstName: 'Grace', lastName: 'Hopper' })
  const { id } = await buildStudent(platform, organization, { guardians: [guardian.id] })
  const admin = await organization.signIn('tenant_admin')
  const health = {
    medicalNotes: 'Wears glasses for reading.\nHeadaches after long days.',
    emergencyContact: 'Gran',
    emergencyPhone: '555 0100',
    insuranceCompany: 'A company whose name is so long that it has to wrap somewhere on a phone',
  }
  expect((await admin.put(`/api/students/${id}/health`, health)).status).toBe(200)
  const nuts = {
    kind: 'food-allergy',
    name: 'Peanuts',
    risk: 'high',
    response: 'EpiPen, then call 911.',
    medication: 'EpiPen',
    medicationPlace: 'Blue backpack, front pocket',
  }
  expect((await admin.post(`/api/students/${id}/health/conditions`, nuts)).status).toBe(201)
  return { organization, admin, guardian, id }
}

async function open(visitor: Visitor, origin: string, email: string, path: string): Promise<Page> {
  const page = await visitor.open(origin, path, { as: email })
  return page
}

const emailOf = async (organization: TestOrganization) => (await organization.user('tenant_admin')).email

test('a guardian proposes, an admin approves one and rejects the other, and the guardian reads the reason and the views', async ({
  platform,
  visitor,
}) => {
  const { organization, guardian } = await makeFamily(platform)
  const origin = platform.originOf(organization)
  const portal = await open(visitor, origin, guardian.email, '/parent-portal?tab=health')
  const show = (page: Page) => page.getByRole('button', { name: /^Show the health data of/ }).click()
  await show(portal)
  await portal.getByText('EpiPen, then call 911.').waitFor()
  await portal.getByRole('button', { name: 'Propose a change: Doctor' }).click()
  const dialog = portal.getByRole('dialog')
  await dialog.getByLabel('Name').fill('Dr. Who')
  await dialog.getByRole('button', { name: 'Propose change' }).click()
  await notification(portal).getByText('Change Proposed').waitFor()
  await portal.getByRole('button', { name: 'Propose one: Allergies and conditions' }).click()
  await dialog.getByLabel('What it is').fill('Wasps')
  await dialog.getByRole('button', { name: /Kind/ }).click()
  await portal.getByRole('option', { name: 'Insect allergy' }).click()
  await dialog.getByRole('button', { name: 'Propose change' }).click()
  await dialog.waitFor({ state: 'hidden' })
  await expect.poll(() => portal.getByText('Waiting', { exact: true }).count()).toBe(2)

  const page = await open(visitor, origin, await emailOf(organization), '/')
  const waiting = page.getByRole('listitem').filter({ hasText: 'Guardians propose 2 changes' })
  await waiting.getByRole('link', { name: 'Ada King' }).click()
  await show(page)
  await page.getByRole('button', { name: 'Approve: Allergies and conditions' }).click()
  await page.getByRole('heading', { name: 'Wasps' }).waitFor()
  await page.getByRole('button', { name: 'Decline: Doctor' }).click()
  await page.getByRole('dialog').getByLabel('Reason').fill('Which of the two doctors is it?')
  await page.getByRole('dialog').getByRole('button', { name: 'Decline' }).click()
  await page.getByRole('heading', { name: 'Guardians propose' }).waitFor({ state: 'hidden' })
  await page.getByRole('button', { name: 'Edit: Emergency contact' }).click()
  await page.getByRole('dialog').getByLabel('Who to call').fill('Grandmother')
  await page.getByRole('dialog').getByRole('button', { name: 'Save changes' }).click()
  await page.getByText('Grandmother').waitFor()
  await page.getByRole('button', { name: 'End Wasps' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'No longer there' }).click()
  await page.getByRole('button', { name: '1 no longer there' }).click()
  await page.getByText('No longer since').waitFor()

  await portal.reload()
  await show(portal)
  await portal.getByText('Which of the two doctors is it?').waitFor()
  await portal.getByText('Grandmother').waitFor()
  await portal.getByRole('button', { name: 'Who looked, when and why' }).click()
  await portal.getByText('Ada Lovelace (Admin): Health data').first().waitFor()
  await portal.getByRole('button', { name: 'Hide' }).click()
  await portal.getByText('Health data and an emergency contact are on file.').waitFor()
  expect(await portal.getByText('Grandmother').count()).toBe(0)
  expectNoErrors(page, notSignedIn)
  expectNoErrors(portal, notSignedIn)
})

test('an instructor of the student’s session chooses a reason, another reads when it opens, and admins find the entry', async ({
  platform,
  visitor,
}) => {
  const { organization, id } = await makeFamily(platform)
  const origin = platform.originOf(organization)
  const [instructor, other] = [
    await organization.user('instructor', { firstName: 'Vera' }),
    await organization.user('instructor'),
  ]
  const taught = { instructorId: instructor.id, startDate: platform.clock.now().toISOString() }
  const { id: sessionId } = await buildSession(platform, organization, taught)
  await buildParticipant(platform, organization, { sessionId, studentId: id })
  const health = `/students/${id}?tab=health`
  const page = await open(visitor, origin, instructor.email, health)
  await page.getByRole('button', { name: 'Show the health data of this student' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Show' }).click()
  await dialog.getByText('Please select a reason').waitFor()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: /Reason/ }).click()
  await page.getByRole('option', { name: 'Something else' }).click()
  await dialog.getByLabel('Which reason').fill('The cook asked')
  await dialog.getByRole('button', { name: 'Show' }).click()
  await page.getByText('EpiPen, then call 911.').waitFor()
  const acts = page.getByRole('tabpanel').getByRole('button', { name: /^(Edit|Add|Still right)/ })
  expect(await acts.count()).toBe(0)
  expectNoErrors(page, { except: [/401/, /400/] })

  const refused = await open(visitor, origin, other.email, health)
  await refused.getByText(/from a week before a session to a week after it/).waitFor()
  expect(await refused.getByRole('button', { name: /^Show the health/ }).isDisabled()).toBe(true)

  const admin = await open(visitor, origin, await emailOf(organization), '/org-settings?tab=access')
  await admin.getByRole('searchbox', { name: 'Search views' }).fill('vera')
  await admin.getByText('Something else: The cook asked').waitFor()
  expectNoErrors(admin, notSignedIn)
})

test('every state of health and of its ledger is accessible and fits every width', async ({ platform, visitor }) => {
  const { organization, admin, guardian, id } = await makeFamily(platform)
  const origin = platform.originOf(organization)
  const grace = await organization.client().signIn(guardian.email)
  const proposal = { part: 'medication', change: { medication: 'Insulin, twice a day' } }
  expect((await grace.post(`/api/students/${id}/health/proposals`, proposal)).status).toBe(201)
  expect((await admin.post(`/api/students/${id}/health-views`, {})).status).toBe(200)
  const page = await open(visitor, origin, await emailOf(organization), '/')
  await expectAccessibleEverywhere(page, 'tenant-app/health-proposals', () =>
    page.getByText('A guardian suggests an edit').waitFor(),
  )
  await page.goto(`/students/${id}?tab=health`)
  await expectAccessibleEverywhere(page, 'tenant-app/health-closed', () =>
    page.getByText('1 proposal waits for an answer.', { exact: false }).waitFor(),
  )
  await page.getByRole('button', { name: /^Show the health data of/ }).click()
  await expectAccessibleEverywhere(page, 'tenant-app/health', () => page.getByText('Insulin, twice a day').waitFor())
  await page.getByRole('button', { name: 'Edit Peanuts' }).click()
  await expectAccessibleEverywhere(page, 'tenant-app/condition', () => page.getByRole('dialog').waitFor())
  await page.goto('/org-settings?tab=access')
  await expectAccessibleEverywhere(page, 'tenant-app/access-ledger', () =>
    page.getByText('Health data').first().waitFor(),
  )
  const portal = await open(visitor, origin, guardian.email, '/parent-portal?tab=health')
  await portal.getByRole('button', { name: /^Show the health data of/ }).click()
  await expectAccessibleEverywhere(portal, 'tenant-app/child-health', () =>
    portal.getByText('Your proposals').waitFor(),
  )
  expectNoErrors(page, notSignedIn)
  expectNoErrors(portal, notSignedIn)
})
