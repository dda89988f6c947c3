import { expect } from 'vitest'
import { browserTest } from '#core/testing/browser-harness.ts'
import { expectAccessibleEverywhere, expectNoErrors, notification, openMenu } from '#core/testing/browser.ts'
import { tenantApp } from '../../../plugin.ts'
import { buildStudent, buildStudents } from '../../../testing/factories.ts'
import { createGroupOf } from '../../../testing/groups.ts'
import { plan } from '../../../testing/series.ts'

const test = browserTest([tenantApp])

const notSignedIn = { except: [/401/] }

test('an admin creates a group, adds students by search and by pasted names, and removes one', async ({
  platform,
  visitor,
}) => {
  const organization = await platform.organization()
  for (const firstName of ['Ada', 'Ben', 'Cleo']) await buildStudent(platform, organization, { firstName })
  const page = await visitor.open(platform.originOf(organization), '/students', {
    as: (await organization.user('tenant_admin')).email,
  })
  await page.getByRole('link', { name: 'Groups', exact: true }).click()
  await expectAccessibleEverywhere(page, 'tenant-app/groups-none', () => page.getByText('No groups yet').waitFor())
  await page.getByRole('button', { name: 'New group' }).first().click()
  const creating = page.getByRole('dialog', { name: 'New group' })
  await creating.getByLabel('Name').fill('Falcons')
  await expectAccessibleEverywhere(page, 'tenant-app/groups-new', () => creating.waitFor())
  await creating.getByRole('button', { name: 'Create group' }).click()
  await page.getByRole('heading', { name: 'Falcons', level: 1 }).waitFor()

  await page.getByRole('button', { name: 'Add students' }).click()
  const adding = page.getByRole('dialog', { name: 'Add students to Falcons' })
  await adding.getByLabel('Paste names').fill('King, Ada\nben king\nNo Such')
  await adding.getByRole('button', { name: 'Find students' }).click()
  await adding.getByText('No Such: no active student').waitFor()
  await adding.getByRole('combobox', { name: 'Add a student' }).fill('Cleo')
  await page.getByRole('option', { name: /Cleo King/ }).click()
  await adding.getByRole('checkbox', { name: 'Cleo King' }).waitFor()
  await expectAccessibleEverywhere(page, 'tenant-app/group-add', () => adding.waitFor())
  await adding.getByRole('button', { name: 'Add 3 students' }).click()
  await notification(page).getByText('3 students added').waitFor()
  const members = page.getByRole('table', { name: 'Members', exact: true })
  await members.getByText('Ada King').waitFor()
  await expectAccessibleEverywhere(page, 'tenant-app/group', () => page.getByText('Cleo King').first().waitFor())

  await openMenu(page, 'Actions for Ada King')
  await page.getByRole('menuitem', { name: 'Remove from group' }).click()
  const removing = page.getByRole('alertdialog', { name: 'Remove Ada King from the group?' })
  await expectAccessibleEverywhere(page, 'tenant-app/group-remove', () => removing.waitFor())
  await removing.getByRole('button', { name: 'Remove from group' }).click()
  await notification(page).getByText('Removed from the group').waitFor()
  await expect.poll(() => members.getByText('Ada King').count()).toBe(0)
  expectNoErrors(page, notSignedIn)
})

test('an admin cannot delete a group with members, stays on its page, and deletes an empty group', async ({
  platform,
  visitor,
}) => {
  const organization = await platform.organization()
  const admin = await organization.signIn('tenant_admin')
  const { id: studentId } = await buildStudent(platform, organization)
  const { id } = await createGroupOf(admin, [studentId], { name: 'Falcons' })
  await createGroupOf(admin, [], { name: 'Hawks' })
  const page = await visitor.open(platform.originOf(organization), `/students/groups/${id}`, {
    as: (await organization.user('tenant_admin')).email,
  })
  const remove = async (name: string) => {
    await openMenu(page, 'More actions')
    await page.getByRole('menuitem', { name: 'Delete group' }).click()
    const deleting = page.getByRole('alertdialog', { name: `Delete the group “${name}”?` })
    await deleting.getByRole('button', { name: 'Delete group' }).click()
    return deleting
  }
  const refused = await remove('Falcons')
  await refused.getByText('This group has or had members.').waitFor()
  await refused.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('heading', { name: 'Falcons', level: 1 }).waitFor()

  await page.getByRole('link', { name: 'Groups', exact: true }).first().click()
  await page.getByRole('link', { name: 'Hawks' }).click()
  await remove('Hawks')
  await notification(page).getByText('Group deleted').waitFor()
  await page.getByRole('heading', { name: 'Groups', level: 1 }).waitFor()
  await page.getByRole('link', { name: 'Falcons' }).waitFor()
  await expect.poll(() => page.getByRole('link', { name: 'Hawks' }).count()).toBe(0)
  expectNoErrors(page, { except: [/401/, /409/] })
})

test('an admin registers 24 students of a group for a series in four clicks', async ({ platform, visitor }) => {
  const organization = await platform.organization()
  const admin = await organization.signIn('tenant_admin')
  const studentIds = await buildStudents(platform, organization, 24)
  const group = await createGroupOf(admin, studentIds, { name: 'Falcons' })
  const [session] = await plan(admin, { maxParticipants: 30 })
  const page = await visitor.open(platform.originOf(organization), `/sessions/${session?.id}`, {
    as: (await organization.user('tenant_admin')).email,
  })
  await page.getByRole('button', { name: 'Register students' }).click()
  const picker = page.getByRole('dialog', { name: 'Register students' })
  await picker.getByRole('button', { name: 'Falcons · 24' }).click()
  await expectAccessibleEverywhere(page, 'tenant-app/register-group', () =>
    picker.getByRole('button', { name: 'Register 24 students' }).waitFor(),
  )
  await picker
    .getByRole('checkbox', { name: 'For all sessions of this series that are to come' })
    .check({ force: true })
  await picker.getByRole('button', { name: 'Register 24 students' }).click()
  await notification(page).getByText('96 places given in 4 sessions').waitFor()
  expect((await admin.get(`/api/groups/${group.id}/sessions`)).body).toEqual({ count: 4 })

  // For a student who joins later, the dialog offers the group's sessions.
  await buildStudent(platform, organization)
  await page.goto(`/students/groups/${group.id}`)
  await page.getByRole('button', { name: 'Add students' }).click()
  const adding = page.getByRole('dialog', { name: 'Add students to Falcons' })
  await adding.getByLabel('Paste names').fill('Ada King')
  await adding.getByRole('button', { name: 'Find students' }).click()
  await adding.getByText('Also add to 4 upcoming sessions').waitFor()
  await adding.getByRole('button', { name: 'Add 1 student' }).click()
  await notification(page).getByText('1 student added').waitFor()
  const roster = await admin.get(`/api/sessions/${session?.id}/participants?limit=1`)
  expect(roster.headers).toMatchObject({ 'x-total-count': '25' })
  expectNoErrors(page, notSignedIn)
})
