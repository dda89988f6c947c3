import { expect } from 'vitest'
import { browserTest } from '#core/testing/browser-harness.ts'
import { expectAccessibleEverywhere, expectNoErrors, notification } from '#core/testing/browser.ts'
import type { TestPlatform } from '#core/testing/harness.ts'
import { tenantApp } from '../../../plugin.ts'
import { ask } from '../../../testing/consents.ts'
import { buildParticipant, buildSession, buildStudent } from '../../../testing/factories.ts'

const test = browserTest([tenantApp])

const notSignedIn = { except: [/401/] }
const phone = { width: 375, height: 667 }

/** Ava and Ben share Robotics tomorrow; Ava has a promoted place in Chess, and each has a consent to answer. */
async function makeFamily(platform: TestPlatform) {
  const organization = await platform.organization()
  const parent = await organization.user('parent', { firstName: 'Ann', lastName: 'King' })
  const [ava, ben] = [
    await buildStudent(platform, organization, { firstName: 'Ava', guardians: [parent.id] }),
    await buildStudent(platform, organization, { firstName: 'Ben', guardians: [parent.id] }),
  ]
  const at = (hours: number) => new Date(platform.clock.now().getTime() + hours * 3_600_000).toISOString()
  const session = async (name: string, start: number) =>
    (
      await buildSession(platform, organization, {
        name,
        location: 'Room 4',
        startDate: at(start),
        endDate: at(start + 1),
      })
    ).id
  const [robotics, chess] = [await session('Robotics', 26), await session('Chess', 50)]
  for (const { id: studentId } of [ava, ben])
    await buildParticipant(platform, organization, { sessionId: robotics, studentId })
  await buildParticipant(platform, organization, { sessionId: chess, studentId: ava.id, promotedAt: at(-1) })
  const admin = await organization.signIn('tenant_admin')
  await ask(admin, { title: 'Museum trip', body: 'May your child come along by bus?' })
  return { organization, parent, ava, ben }
}

test('on a phone a guardian answers a consent in two taps without scrolling, reports an absence in two, and accepts a place in one', async ({
  platform,
  visitor,
}) => {
  const { organization, parent, ava } = await makeFamily(platform)
  const page = await visitor.openHome(platform.originOf(organization), parent.email, { viewport: phone })
  await page.getByRole('heading', { name: '3 things need your answer' }).waitFor()

  const read = page.getByRole('button', { name: 'Read and answer' }).first()
  const { y, height } = (await read.boundingBox()) ?? { y: Infinity, height: 0 }
  expect(y + height).toBeLessThan(phone.height)
  await read.click()
  const dialog = page.getByRole('dialog', { name: 'Consents for Ava' })
  await dialog.getByText('May your child come along by bus?').waitFor()
  await dialog.getByRole('button', { name: 'Give consent' }).click()
  await dialog.getByText('Nothing is asked for Ava now.').waitFor()
  await dialog.getByRole('button', { name: 'Close' }).last().click()
  await page.getByRole('heading', { name: '2 things need your answer' }).waitFor()

  await page.getByRole('button', { name: 'Accept place' }).click()
  await page.getByRole('heading', { name: '1 thing needs your answer' }).waitFor()

  await page.getByRole('button', { name: 'Report absence of Ava from Robotics' }).click()
  await page
    .getByRole('dialog', { name: 'Report absence from Robotics' })
    .getByRole('button', { name: 'Report absence' })
    .click()
  await notification(page).getByText('Absence reported').waitFor()
  await page.getByText('Excused', { exact: true }).waitFor()
  await page.getByRole('button', { name: 'Report absence of Ben from Robotics' }).waitFor()
  expect(await page.getByRole('button', { name: 'Report absence of Ava from Robotics' }).count()).toBe(0)

  expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBeLessThanOrEqual(1600)
  await page.getByRole('link', { name: 'Ava', exact: true }).click()
  await page.waitForURL(`**/parent-portal?child=${ava.id}`)
  await page.getByRole('heading', { name: 'Ava King' }).waitFor()
  expectNoErrors(page, notSignedIn)
})

test('a link to a part of a child’s page shows it and moves the focus there', async ({ platform, visitor }) => {
  const { organization, parent, ben } = await makeFamily(platform)
  const page = await visitor.open(platform.originOf(organization), `/parent-portal?child=${ben.id}&at=consents`, {
    as: parent.email,
    viewport: phone,
  })
  await page.getByRole('heading', { name: 'Ben King' }).waitFor()
  await page.locator('#child-consents:focus').waitFor()
})

test('the family’s home is accessible at every width, with much, with nothing to do, and without children', async ({
  platform,
  visitor,
}) => {
  const { organization, parent } = await makeFamily(platform)
  const origin = platform.originOf(organization)
  const page = await visitor.openHome(origin, parent.email)
  await expectAccessibleEverywhere(page, 'tenant-app/family-home', () =>
    page.getByRole('heading', { name: '3 things need your answer' }).waitFor(),
  )
  await page.getByRole('radio', { name: 'Ben', exact: true }).click()
  await page.getByRole('heading', { name: '1 thing needs your answer' }).waitFor()
  expect(await page.getByRole('button', { name: 'Report absence of Ava from Robotics' }).count()).toBe(0)
  await page.getByRole('radio', { name: 'All', exact: true }).click()
  await page.getByRole('heading', { name: '3 things need your answer' }).waitFor()
  const many = await organization.user('parent')
  for (const firstName of ['Aurelia-Valentina', 'Bartholomew', 'Cassiopeia', 'Demetrius'])
    await buildStudent(platform, organization, { firstName, guardians: [many.id] })
  const four = await visitor.openHome(origin, many.email)
  await expectAccessibleEverywhere(four, 'tenant-app/family-home-four', () =>
    four.getByRole('heading', { name: '4 things need your answer' }).waitFor(),
  )
  const other = await platform.organization()
  const calm = await other.user('parent')
  await buildStudent(platform, other, { firstName: 'Cleo', guardians: [calm.id] })
  const quiet = await visitor.openHome(platform.originOf(other), calm.email)
  await quiet.getByText('No upcoming sessions').waitFor()
  expect(await quiet.getByText('your answer').count()).toBe(0)
  const alone = await visitor.openHome(origin, (await organization.user('parent')).email)
  await alone.getByText(/to add you as a guardian/).waitFor()
})
