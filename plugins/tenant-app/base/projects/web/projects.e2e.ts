import type { Page } from 'playwright'
import sharp from 'sharp'
import { expect } from 'vitest'
import { systemActor } from '#core/server/identity/actor.ts'
import { browserTest } from '#core/testing/browser-harness.ts'
import {
  expectAccessible,
  expectAccessibleEverywhere,
  expectNoErrors,
  notification,
  typeDateTime,
} from '#core/testing/browser.ts'
import { create } from '#core/testing/calls.ts'
import { tenantApp } from '../../../plugin.ts'
import { buildProject } from '../../../testing/factories.ts'
import type { Project } from '../contract.ts'

const test = browserTest([tenantApp])

const notSignedIn = { except: [/401/] }

const titles = (page: Page) => page.locator('main').getByRole('heading', { level: 2 }).allTextContents()

async function choose(page: Page, label: string, option: string): Promise<void> {
  await page.getByRole('button', { name: new RegExp(label) }).click()
  await page.getByRole('option', { name: option, exact: true }).click()
}

test('staff create an own project, find and edit it, use it in a session and count its materials for a number of students', async ({
  platform,
  visitor,
}) => {
  await platform.core.db.platform(systemActor, ({ trx }) => trx('projects').whereNull('tenantId').delete())
  const organization = await platform.organization()
  const page = await visitor.openHome(platform.originOf(organization), (await organization.user('instructor')).email)
  await page.getByRole('link', { name: 'Projects', exact: true }).click()
  await page.getByRole('heading', { name: 'Project Curriculum' }).waitFor()
  await page.getByText('Get started by creating your first educational project.').waitFor()
  await page.getByRole('button', { name: 'Create First Project' }).click()

  const dialog = page.getByRole('dialog', { name: 'Create New Project' })
  await dialog.getByRole('button', { name: 'Create Project' }).click()
  await dialog.getByText('Title is required').waitFor()
  await expectAccessible(page)
  await dialog.getByLabel('Title').fill('Paper bridges')
  await dialog.getByLabel('Category').fill('Engineering')
  await dialog.getByLabel('Materials').fill('Paper: 10 sheets per student\n\nScale: 1\nTape')
  await dialog.getByLabel('Learning objectives').fill(`Fold a beam\n${'x'.repeat(301)}`)
  await dialog.getByRole('button', { name: 'Create Project' }).click()
  await dialog.getByText('Line 2: At most 300 characters').waitFor()
  await dialog.getByLabel('Learning objectives').fill('Fold a beam')
  await dialog.getByRole('button', { name: 'Create Project' }).click()
  await notification(page).getByText('Project created successfully').waitFor()
  const card = page.getByRole('listitem').filter({ hasText: 'Paper bridges' })
  expect(await card.textContent()).toMatch(
    /Engineering.*Active.*Beginner.*Own project.*Fold a beam.*Paper, Scale, Tape/,
  )

  await card.getByRole('button', { name: 'Edit Paper bridges' }).click()
  const editing = page.getByRole('dialog', { name: 'Edit Project' })
  await editing.getByLabel('Title').fill('Paper bridges that hold')
  await editing.getByRole('button', { name: 'Save changes' }).click()
  await notification(page).getByText('Project updated successfully').waitFor()

  await page.getByRole('link', { name: 'Sessions', exact: true }).click()
  await page.getByRole('button', { name: 'Create First Session' }).click()
  const session = page.getByRole('dialog', { name: 'New Session' })
  await session.getByLabel('Session name').fill('Workshop')
  await typeDateTime(session, 'Start', '2031-03-01T10:00')
  await typeDateTime(session, 'End', '2031-03-01T11:00')
  await session.getByRole('combobox', { name: 'Project' }).fill('bridges')
  await page.getByRole('option', { name: /Paper bridges that hold/ }).click()
  await session.getByRole('button', { name: 'Create session' }).click()
  await page.getByText('Session created successfully').waitFor()
  await page.getByText('Paper bridges that hold').first().waitFor()

  await page.goto('/projects')
  await page.getByRole('link', { name: 'View Details of Paper bridges that hold' }).click()
  await page.getByRole('heading', { name: 'Sessions (1)' }).waitFor()
  await page.getByText('200 sheets').waitFor()
  await page.getByRole('textbox', { name: 'Students' }).fill('24')
  await page.keyboard.press('Enter')
  await page.waitForURL(/students=24/)
  await page.getByText('240 sheets').waitFor()
  await page.getByRole('link', { name: 'Show all' }).click()
  await page.getByRole('heading', { name: 'Workshop' }).waitFor()
  expectNoErrors(page, notSignedIn)
})

test('an admin uses, adapts and archives a catalog project, and search and filters are in the address', async ({
  platform,
  visitor,
}) => {
  const rockets = { title: 'Water rockets', category: 'Space', materials: ['Bottle: 2 per student'] }
  const { id } = await buildProject(platform, null, rockets)
  const chemistry = { title: 'Kitchen chemistry', category: 'Science', difficultyLevel: 'advanced' } as const
  await buildProject(platform, null, chemistry)
  const organization = await platform.organization()
  const page = await visitor.open(platform.originOf(organization), '/projects', {
    as: (await organization.user('tenant_admin')).email,
  })
  await choose(page, 'Category', 'Science')
  await page.waitForURL(/category=Science/)
  await page.reload()
  await page.getByRole('heading', { name: 'Kitchen chemistry' }).waitFor()
  expect(await titles(page)).toEqual(['Kitchen chemistry'])
  await page.getByRole('searchbox', { name: 'Search projects' }).fill('nothing')
  await page.getByText('No projects match your search criteria.').waitFor()
  await page.getByRole('button', { name: 'Clear search and filters' }).click()
  await page.getByRole('heading', { name: 'Water rockets' }).waitFor()
  await page.getByRole('button', { name: 'Categories', exact: true }).click()
  await page.getByRole('dialog', { name: 'Categories' }).getByRole('link', { name: 'Space' }).click()
  await page.waitForURL(/category=Space/)

  await page.goto(`/projects/${id}?edit=true`)
  const dialog = page.getByRole('dialog', { name: 'Edit Project' })
  await dialog.getByLabel('Our materials').fill('Bottle: 3 per student')
  await dialog.getByLabel('Notes for instructors').fill('Book the field.')
  await dialog.getByRole('button', { name: 'Save changes' }).click()
  await dialog.waitFor({ state: 'hidden' })
  await page.getByText('3 per student').waitFor()
  await page.getByText('Book the field.').waitFor()
  await page.getByText('Earmarked', { exact: true }).waitFor()

  await page.getByRole('button', { name: 'Actions for Water rockets' }).click()
  await page.getByRole('menuitem', { name: /Archive/ }).click()
  await page.getByText('Inactive', { exact: true }).waitFor()
  await notification(page).getByRole('button', { name: 'Undo' }).click()
  await page.getByText('Earmarked', { exact: true }).waitFor()

  // Shows a conflict with another user's change.
  const other = await organization.signIn('tenant_admin')
  await page.getByRole('button', { name: 'Edit', exact: true }).click()
  await dialog.getByLabel('Notes for instructors').fill('Book the hall.')
  await other.put(`/api/projects/${id}/adoption`, { instructorNotes: 'Theirs' })
  await dialog.getByRole('button', { name: 'Save changes' }).click()
  await dialog.getByText('Someone else changed this project', { exact: true }).waitFor()
  await dialog.getByRole('button', { name: 'Load their version' }).click()
  await expect.poll(() => dialog.getByLabel('Notes for instructors').inputValue()).toBe('Theirs')
  expectNoErrors(page, { except: [/401/, /409/] })
})

test('an instructor gives a project a picture, which its card and page show, and removes it', async ({
  platform,
  visitor,
}) => {
  const organization = await platform.organization()
  const instructor = await organization.signIn('instructor')
  const { id } = await create<Project>(instructor, '/api/projects', { title: 'Paper kites' })
  const page = await visitor.open(platform.originOf(organization), `/projects?origin=own&edit=${id}`, {
    as: instructor.user?.email ?? '',
  })
  const dialog = page.getByRole('dialog', { name: 'Edit Project' })
  const buffer = await sharp({ create: { width: 640, height: 280, channels: 3, background: 'teal' } })
    .png()
    .toBuffer()
  const file = dialog.locator('input[type=file]').first()
  await file.setInputFiles({ name: 'kite.png', mimeType: 'image/png', buffer: Buffer.from('<html>') })
  await notification(page).getByText('Failed to upload image').waitFor()
  await file.setInputFiles({ name: 'kite.png', mimeType: 'image/png', buffer })
  await dialog.getByRole('img', { name: 'The present picture' }).waitFor()
  await dialog.getByRole('button', { name: 'Save changes' }).click()
  await dialog.waitFor({ state: 'hidden' })

  const drawn = (shown: Page) =>
    expect
      .poll(() =>
        shown.locator('main img').evaluateAll((all) => all.map((img) => (img as HTMLImageElement).naturalWidth)),
      )
      .toEqual([640])
  await drawn(page)
  await page.getByRole('link', { name: 'View Details of Paper kites' }).click()
  await page.getByRole('heading', { name: 'About this project' }).waitFor()
  await drawn(page)
  await page.getByRole('button', { name: 'Edit', exact: true }).click()
  await dialog.getByRole('button', { name: 'Remove', exact: true }).click()
  await dialog.getByRole('button', { name: 'Save changes' }).click()
  await dialog.waitFor({ state: 'hidden' })
  await page.getByRole('heading', { name: 'About this project' }).waitFor({ state: 'hidden' })
  expectNoErrors(page, { except: [/40[01]/] })
})

test('every screen is accessible and fits every width', async ({ platform, visitor }) => {
  await buildProject(platform, null, {
    title: 'A neighbourhood for five thousand people and a name that has to wrap',
    category: 'Environment',
    description: 'Teams plan homes, water, energy and somewhere to play. '.repeat(6),
    estimatedDuration: '6 sessions of 90 minutes',
    ageGroup: 'Grades 5 to 9',
    learningObjectives: ['Weigh needs that cannot all be met', 'Present a plan'],
    materials: ['Land map: 1 per group of 4', 'Flour: 0.25 kg per student', 'Recycled packaging'],
    studentResources: ['Cities: https://example.org/cities'],
    assessmentCriteria: ['Stays within the budget'],
    instructions: 'Hand out the map first.\nThen the budget.',
  })
  const organization = await platform.organization()
  const admin = await organization.signIn('tenant_admin')
  const [shared] = (await admin.get('/api/projects?search=neighbourhood')).body as Project[]
  await create(admin, '/api/projects', { title: 'Open house', isActive: false, category: 'Community' })
  await create(admin, '/api/sessions', {
    name: 'Planning',
    projectId: shared?.id,
    startDate: '2031-05-06T07:00:00Z',
    endDate: '2031-05-06T08:00:00Z',
  })
  const page = await visitor.openHome(platform.originOf(organization), admin.user?.email ?? '')
  await expectAccessibleEverywhere(page, 'tenant-app/projects', async () => {
    await page.goto('/projects')
    await page.getByRole('heading', { name: 'Open house' }).waitFor()
  })
  await expectAccessibleEverywhere(page, 'tenant-app/project', async () => {
    await page.goto(`/projects/${shared?.id}`)
    await page.getByRole('link', { name: 'Planning' }).waitFor()
  })
  await expectAccessibleEverywhere(page, 'tenant-app/project-edit', async () => {
    await page.goto(`/projects?edit=${shared?.id}`)
    await page.getByLabel('Our materials').waitFor()
  })
  expectNoErrors(page, notSignedIn)
})
