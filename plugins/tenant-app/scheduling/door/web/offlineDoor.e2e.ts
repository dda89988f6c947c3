import { expect } from 'vitest'
import { browserTest } from '#core/testing/browser-harness.ts'
import { expectAccessibleEverywhere } from '#core/testing/browser.ts'
import { tenantApp } from '../../../plugin.ts'
import { countHeld } from '../../../testing/count-held.ts'
import { buildParticipant, buildSession, buildStudent } from '../../../testing/factories.ts'
import type { DoorChild, DoorLogEntry } from '../contract.ts'

const test = browserTest([tenantApp])

const phone = { width: 375, height: 667 }

test('after a start without a connection an instructor checks in, releases, counts and calls the roll, and all of it is sent later', async ({
  platform,
  visitor,
}) => {
  const organization = await platform.organization()
  const origin = platform.originOf(organization)
  const admin = await organization.signIn('tenant_admin')
  const instructor = await organization.user('instructor')
  const mother = await organization.user('parent', { firstName: 'Maria', lastName: 'Ortiz' })
  const father = await organization.user('parent', { firstName: 'Ken', lastName: 'Ortiz' })
  const { id } = await buildSession(platform, organization, {
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
    await buildParticipant(platform, organization, { sessionId: id, studentId })
  }
  const page = await visitor.openHome(origin, instructor.email, { viewport: phone, serviceWorkers: 'allow' })
  const context = page.context()
  await page.goto(`${origin}/sessions/${id}/door`)
  await page.getByRole('button', { name: 'Check in Ada King' }).waitFor()
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready
    if (!navigator.serviceWorker.controller)
      await new Promise((resolve) => navigator.serviceWorker.addEventListener('controllerchange', resolve))
  })
  // The session of the user, and the meeting of the pack.
  await expect.poll(() => countHeld(page)).toBe(2)
  await page.getByRole('button', { name: 'Check in Ada King' }).click()
  const events = async () =>
    ((await admin.get(`/api/sessions/${id}/door/log`)).body as DoorLogEntry[]).map(({ kind }) => kind)
  await expect.poll(events).toEqual(['in'])
  await page.waitForLoadState('networkidle')
  await context.setOffline(true)
  await expectAccessibleEverywhere(page, 'door-offline', () => page.getByRole('list', { name: 'Children' }).waitFor())
  await page.close()

  const next = await context.newPage()
  await next.goto(`${origin}/sessions/${id}/door`)
  await next.getByText('1 here now').waitFor()
  await next.getByRole('button', { name: 'Check in Ben King' }).click()
  await next.getByText('2 here now').waitFor()
  await next.getByText(/1 arrival or departure waiting to sync since/).waitFor()
  await next.getByRole('button', { name: 'Release Ada King' }).click()
  const dialog = next.getByRole('dialog', { name: 'Release Ada King' })
  await dialog.getByText('Do not release to Ken Ortiz').waitFor()
  await dialog.getByRole('button', { name: 'Someone else' }).click()
  await dialog.getByRole('textbox', { name: 'Name of the adult' }).fill('Ken Ortis')
  await dialog.getByText('Only an admin with a connection can decide this.').waitFor()
  expect(await dialog.getByRole('button', { name: 'Release anyway' }).isDisabled()).toBe(true)
  await dialog.getByRole('button', { name: /Maria Ortiz/ }).click()
  await dialog.waitFor({ state: 'hidden' })
  const children = next.getByRole('list', { name: 'Children' })
  await children.getByText(/Left .* Maria Ortiz/).waitFor()

  await next.getByRole('textbox', { name: 'Children you count' }).fill('1')
  await next.getByRole('button', { name: 'Compare' }).click()
  await next.getByText('All 1 children are here.').waitFor()
  await next.getByRole('button', { name: 'Start roll call' }).click()
  await next.getByRole('heading', { name: 'Evacuation' }).waitFor()
  await next.getByRole('button', { name: 'Mark Ben King safe' }).click()
  await next.getByText('1 of 1 safe').waitFor()
  await next.getByText(/2 arrivals or departures, 1 head count, 1 roll call, 1 mark of a roll call waiting/).waitFor()
  await next.reload()
  await next.getByText('1 of 1 safe').waitFor()
  const rollCall = new URL(next.url()).pathname.split('/').at(-1)
  expect(await events()).toEqual(['in'])

  await context.setOffline(false)
  await expect.poll(async () => (await events()).toSorted()).toEqual(['in', 'in', 'out'])
  await expect
    .poll(async () => (await admin.get(`/api/roll-calls/${rollCall}`)).body.children)
    .toMatchObject([{ name: 'Ben King', start: true }])
  const { body } = await admin.get(`/api/sessions/${id}/door`)
  expect((body.children as DoorChild[]).map(({ state }) => state)).toEqual(['out', 'in'])
  await next.getByText('waiting to sync').waitFor({ state: 'hidden' })
})
