import { expect } from 'vitest'
import { browserTest } from '#core/testing/browser-harness.ts'
import { expectAccessibleEverywhere, expectNoErrors } from '#core/testing/browser.ts'
import { tenantApp } from '../../../plugin.ts'
import { buildParticipant, buildSession, buildStudent } from '../../../testing/factories.ts'

const test = browserTest([tenantApp])

const phone = { width: 375, height: 667 }

test('an instructor checks children in on a phone, releases one with a tap, and is stopped at a barred name', async ({
  platform,
  visitor,
}) => {
  const organization = await platform.organization()
  const instructor = await organization.user('instructor')
  const mother = await organization.user('parent', { firstName: 'Maria', lastName: 'Ortiz' })
  const father = await organization.user('parent', { firstName: 'Ken', lastName: 'Ortiz' })
  const session = await buildSession(platform, organization, {
    name: 'Robotics',
    location: 'Gym',
    startDate: platform.clock.now().toISOString(),
    instructorId: instructor.id,
  })
  for (const firstName of ['Ada', 'Ben']) {
    const { id: studentId } = await buildStudent(platform, organization, {
      firstName,
      guardians: [mother.id, { userId: father.id, mayCollect: false }],
    })
    await buildParticipant(platform, organization, { sessionId: session.id, studentId })
  }
  const page = await visitor.openHome(platform.originOf(organization), instructor.email, { viewport: phone })
  await page.goto(`${platform.originOf(organization)}/sessions/${session.id}/door`)
  await page.getByRole('heading', { name: 'Door: Robotics' }).waitFor()
  const children = page.getByRole('list', { name: 'Children' })
  await children.getByText('Do not release to Ken Ortiz').first().waitFor()

  await page.getByRole('button', { name: 'Check in Ada King' }).click()
  await page.getByText('1 here now').waitFor()
  await page.getByRole('button', { name: 'Check in Ben King' }).click()
  await page.getByText('2 here now').waitFor()
  await expectAccessibleEverywhere(page, 'door', () => children.waitFor())

  await page.getByRole('button', { name: 'Release Ada King' }).click()
  const dialog = page.getByRole('dialog', { name: 'Release Ada King' })
  await dialog.getByText('Do not release to Ken Ortiz').waitFor()
  await expectAccessibleEverywhere(page, 'door-release', () => dialog.waitFor())
  await dialog.getByRole('button', { name: 'Someone else' }).click()
  await dialog.getByRole('textbox', { name: 'Name of the adult' }).fill('Kén Ortis')
  await dialog.getByText('Ken Ortiz may not pick up Ada.').waitFor()
  expect(await dialog.getByRole('button', { name: 'Release anyway' }).isDisabled()).toBe(true)
  await dialog.getByRole('button', { name: /Maria Ortiz/ }).click()
  await dialog.waitFor({ state: 'hidden' })
  await page.getByText('1 here now').waitFor()
  await children.getByText(/Left .* Maria Ortiz/).waitFor()

  await page.getByRole('button', { name: 'Show arrivals and departures' }).click()
  const log = page.getByRole('list', { name: 'Log of the door' })
  await expect.poll(() => log.getByRole('listitem').count()).toBe(3)
  await log.getByRole('button', { name: 'Correct the departure of Ada King' }).click()
  const correction = page.getByRole('dialog', { name: 'Correct the departure of Ada King' })
  await correction.getByRole('textbox', { name: 'Reason' }).fill('It was her sister')
  await correction.getByRole('button', { name: 'Take back' }).click()
  await page.getByText('2 here now').waitFor()
  await page.getByRole('button', { name: 'Release Ada King' }).click()
  await dialog.getByRole('button', { name: /Maria Ortiz/ }).click()
  await page.getByText('1 here now').waitFor()

  await page.getByRole('textbox', { name: 'Children you count' }).fill('0')
  await page.getByRole('button', { name: 'Compare' }).click()
  await page.getByText('Checked in (1): Ben King').waitFor()
  await page.getByRole('button', { name: 'Start roll call' }).click()
  await page.getByRole('heading', { name: 'Evacuation' }).waitFor()
  await page.getByRole('button', { name: 'Mark Ben King safe' }).click()
  await page.getByText('1 of 1 safe').waitFor()
  await expectAccessibleEverywhere(page, 'roll-call', () => page.getByText('1 of 1 safe').waitFor())
  expectNoErrors(page, { except: [/401/] })
})
