import { expect } from 'vitest'
import { query } from '#core/testing/query.ts'
import { systemActor } from '#core/server/identity/actor.ts'
import { browserTest } from '#core/testing/browser-harness.ts'
import { expectAccessibleEverywhere, expectNoErrors, openMenu } from '#core/testing/browser.ts'
import { tenantApp } from '../../../plugin.ts'
import { buildSession, buildStudent } from '../../../testing/factories.ts'

const test = browserTest([tenantApp])

test('an admin previews an erasure, erases a student by typing the name, and finds it in the list', async ({
  platform,
  visitor,
}) => {
  const organization = await platform.organization()
  const guardian = await organization.user('parent', { firstName: 'Ann', lastName: 'King' })
  const { id } = await buildStudent(platform, organization, {
    firstName: 'Mia',
    lastName: 'King',
    guardians: [{ userId: guardian.id, relationship: 'Mother' }],
  })
  const { id: sessionId } = await buildSession(platform, organization, {
    name: 'Robotics',
    description: 'Mia King builds the arm',
  })
  const page = await visitor.openHome(platform.originOf(organization), (await organization.user('tenant_admin')).email)
  const dialog = page.getByRole('alertdialog', { name: 'Erase Mia King?' })
  await expectAccessibleEverywhere(page, 'erasure/outlook', async () => {
    await page.goto(`/students/${id}`)
    await openMenu(page, 'Actions for Mia King')
    await page.getByRole('menuitem', { name: 'Erase' }).click()
    await dialog.getByText('Ann King has no other child here.').waitFor()
    await dialog.getByText('Sessions led: description (Robotics)').waitFor()
    await dialog.getByText('0 of 1 chosen').waitFor()
  })
  await dialog.getByText('Sessions led: description (Robotics)').click()
  await dialog.getByText('1 of 1 chosen').waitFor()
  await dialog.getByLabel('Type “Mia King” to confirm').fill('Mia King')
  await dialog.getByRole('button', { name: 'Erase for ever' }).click()
  await page.getByText('The student was erased. Nothing undoes it.').waitFor()
  await page.waitForURL('**/students')
  expect(await query(platform.databaseUrl, 'select description from sessions where id = $1', [sessionId])).toEqual([
    { description: 'Erased person builds the arm' },
  ])
  await expectAccessibleEverywhere(page, 'erasure/erasures', async () => {
    await page.goto('/org-settings?tab=data')
    await page.getByText('Student', { exact: true }).waitFor()
  })
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.goto('/org-settings?tab=people')
  await openMenu(page, 'Actions for Ann King')
  await page.getByRole('menuitem', { name: 'Erase' }).click()
  await page.getByRole('alertdialog', { name: 'Erase Ann King?' }).getByText('What goes').waitFor()
  expectNoErrors(page, { except: [/401/, /404/] })
})

test('an admin sees upcoming removals with their students, puts one on hold with a reason, and changes the periods', async ({
  platform,
  visitor,
}) => {
  const organization = await platform.organization()
  const [gone, held] = [
    await buildStudent(platform, organization, { firstName: 'Gone', lastName: 'King' }),
    await buildStudent(platform, organization, { firstName: 'Bartholomew', lastName: 'Montgomery-Featherstonehaugh' }),
  ]
  await platform.core.db.platform(systemActor, async ({ trx }) => {
    await trx('students').whereIn('id', [gone.id, held.id]).update({ isActive: false })
    await trx.raw(
      `insert into retention_removals (tenant_id, kind, due_on, student_ids, months, announced_at)
        values (?, 'health', '2031-12-01', ?, 36, now())`,
      [organization.id, [gone.id, held.id]],
    )
  })
  const page = await visitor.open(platform.originOf(organization), '/org-settings?tab=data', {
    as: (await organization.user('tenant_admin')).email,
  })
  await page.getByText('health data of 2 students').waitFor()
  await page.getByRole('button', { name: 'Whose' }).click()
  await page.getByRole('button', { name: /Keep data of Bartholomew/ }).click()
  await page.getByLabel('Reason').fill('A claim is open')
  await page.getByRole('button', { name: 'Keep data', exact: true }).click()
  await page.getByText('health data of 1 student').waitFor()
  await expectAccessibleEverywhere(page, 'erasure/retention', async () => {
    await page.goto('/org-settings?tab=data')
    await page.getByRole('button', { name: 'Whose' }).click()
    await page.getByRole('button', { name: /Release data of Bartholomew/ }).waitFor()
    await page.getByRole('button', { name: 'Keep data of Gone King' }).waitFor()
  })
  await page.getByRole('textbox', { name: /Health data, months/ }).fill('24')
  await page.keyboard.press('Tab')
  await page.getByRole('button', { name: 'Save changes' }).click()
  await page.getByText('Settings Saved').waitFor()
  await page.getByRole('button', { name: /Release data of Bartholomew/ }).click()
  await page.getByText('health data of 2 students').waitFor()
  expectNoErrors(page, { except: [/401/] })
})

test('a guardian requests a child’s erasure, and an admin declines with a reason', async ({ platform, visitor }) => {
  const organization = await platform.organization()
  const guardian = await organization.user('parent', { firstName: 'Ann', lastName: 'King' })
  await buildStudent(platform, organization, { firstName: 'Mia', lastName: 'King', guardians: [guardian.id] })
  const origin = platform.originOf(organization)
  const portal = await visitor.open(origin, '/parent-portal?tab=account', { as: guardian.email })
  await portal.getByRole('button', { name: 'Ask for erasure' }).click()
  await portal.getByLabel('Anything to add').fill('We have moved')
  await portal.getByRole('button', { name: 'Ask', exact: true }).click()
  await portal.getByText('You are answered by').waitFor()
  await expectAccessibleEverywhere(portal, 'erasure/profile', async () => {
    await portal.goto('/profile')
    await portal.getByRole('button', { name: 'Ask for erasure' }).waitFor()
  })

  const page = await visitor.open(origin, '/', { as: (await organization.user('tenant_admin')).email })
  await page.getByText('Deletion request. Answer by').waitFor()
  await expectAccessibleEverywhere(page, 'erasure/requests', async () => {
    await page.goto('/org-settings?tab=data')
    await page.getByRole('button', { name: 'Erase Mia King' }).waitFor()
  })
  await page.getByRole('button', { name: 'Decline the request about Mia King' }).click()
  await page.getByLabel('Why').fill('A claim is open')
  await page.getByRole('button', { name: 'Decline', exact: true }).click()
  await page.getByText('Declined').waitFor()
  await portal.goto('/parent-portal?tab=account')
  await portal.getByText('Your last request was declined: A claim is open').waitFor()
  expectNoErrors(page, { except: [/401/] })
})
