import { expect } from 'vitest'
import { browserTest } from '#core/testing/browser-harness.ts'
import { expectAccessibleEverywhere, expectNoErrors } from '#core/testing/browser.ts'
import { tenantApp } from '../../../plugin.ts'
import { buildParticipant, buildSession, buildStudent } from '../../../testing/factories.ts'

const test = browserTest([tenantApp])

test('an admin sets up a tablet, a guardian makes a PIN, checks two children in and asks to leave, and staff release one with a tap', async ({
  platform,
  visitor,
}) => {
  const organization = await platform.organization()
  const origin = platform.originOf(organization)
  const admin = await organization.user('tenant_admin')
  const instructor = await organization.user('instructor')
  const mother = await organization.user('parent', { firstName: 'Maria', lastName: 'Ortiz' })
  const startDate = platform.clock.now().toISOString()
  const session = await buildSession(platform, organization, {
    name: 'Robotics',
    startDate,
    instructorId: instructor.id,
  })
  for (const firstName of ['Ada', 'Ben']) {
    const { id: studentId } = await buildStudent(platform, organization, { firstName, guardians: [mother.id] })
    await buildParticipant(platform, organization, { sessionId: session.id, studentId })
  }

  const office = await visitor.openHome(origin, admin.email)
  await office.goto(`${origin}/org-settings?tab=kiosks`)
  await office.getByRole('button', { name: 'Add kiosk' }).click()
  await office.getByRole('textbox', { name: 'Name' }).fill('Front door')
  await office.getByRole('dialog').getByRole('button', { name: 'Add kiosk' }).click()
  const dialog = office.getByRole('dialog', { name: 'Code of Front door' })
  const setupCode = (await dialog.getByText(/^[A-Z0-9]{8}$/).textContent()) ?? ''
  await dialog.getByRole('button', { name: 'Done' }).click()
  await office.getByRole('row', { name: /Front door/ }).waitFor()
  await expectAccessibleEverywhere(office, 'kiosks', () => office.getByText('Front door').first().waitFor())

  const family = await visitor.openHome(origin, mother.email)
  await family.goto(`${origin}/parent-portal?at=codes`)
  await family.getByRole('button', { name: 'New PIN for Maria Ortiz' }).click()
  const shown = family.getByRole('dialog', { name: 'PIN of Maria Ortiz' })
  const pin = ((await shown.getByText(/^\d{3} \d{3}$/).textContent()) ?? '').replace(' ', '')
  await shown.getByRole('button', { name: 'Done' }).click()
  await family.getByText(/PIN of/).waitFor()

  const tablet = await visitor.open(origin, '/kiosk')
  await tablet.getByRole('textbox', { name: 'Code' }).fill(setupCode)
  await expectAccessibleEverywhere(tablet, 'kiosk-set-up', () =>
    tablet.getByRole('textbox', { name: 'Code' }).waitFor(),
  )
  await tablet.getByRole('button', { name: 'Set up kiosk' }).click()
  const typePin = async () => {
    for (const digit of pin) await tablet.getByRole('button', { name: digit, exact: true }).click()
  }
  await tablet.getByRole('button', { name: 'Card' }).waitFor()
  await expectAccessibleEverywhere(tablet, 'kiosk', () => tablet.getByRole('button', { name: 'Card' }).waitFor())
  await typePin()
  await tablet.getByRole('button', { name: 'Check in all 2' }).click()
  await tablet.getByText('Thank you. Saved.').waitFor()
  await typePin()
  await tablet.getByRole('button', { name: 'All 2 leave' }).waitFor()
  await tablet.getByRole('button', { name: 'Ada K. leaves' }).click()
  await tablet.getByText('Staff will bring your child to you.').waitFor()

  const door = await visitor.openHome(origin, instructor.email)
  await door.goto(`${origin}/sessions/${session.id}/door`)
  await door.getByText('Waiting to leave').waitFor()
  await expectAccessibleEverywhere(door, 'door-waiting', () => door.getByText('Waiting to leave').waitFor())
  await door.getByRole('button', { name: 'Release to Maria Ortiz: Ada King' }).click()
  await door.getByText('1 here now').waitFor()

  await expectAccessibleEverywhere(family, 'portal-codes', () =>
    family.getByRole('list', { name: 'PINs and cards' }).waitFor(),
  )
  await family.getByRole('tab', { name: 'Schedule' }).click()
  const log = family.getByRole('list', { name: 'Arrivals and departures' }).getByText('with Maria Ortiz').first()
  await expectAccessibleEverywhere(family, 'portal-door-log', () => log.waitFor())

  // Families never get the tablet with an account that is signed in.
  await visitor.signIn(tablet, instructor.email)
  await tablet.goto(`${origin}/kiosk`)
  const staff = () => tablet.getByText('Signed in as').waitFor()
  await staff()
  expect(await tablet.getByRole('button', { name: 'Card' }).count()).toBe(0)
  await expectAccessibleEverywhere(tablet, 'kiosk-staff', staff)
  await tablet.getByRole('button', { name: 'Sign out' }).click()
  await tablet.getByRole('button', { name: 'Card' }).waitFor()

  await office
    .getByRole('row', { name: /Front door/ })
    .getByRole('button')
    .click()
  await office.getByRole('menuitem', { name: 'Revoke' }).click()
  await office.getByRole('button', { name: 'Revoke kiosk' }).click()
  await office.getByText('Kiosk revoked').waitFor()
  await tablet.reload()
  await tablet.getByRole('textbox', { name: 'Code' }).waitFor()
  expectNoErrors(office, { except: [/401/] })
})
