import type { Page } from 'playwright'
import { expect } from 'vitest'
import { browserTest } from '#core/testing/browser-harness.ts'
import { expectAccessible, expectAccessibleEverywhere, expectNoErrors, notification } from '#core/testing/browser.ts'
import { create } from '#core/testing/calls.ts'
import type { Client } from '#core/testing/harness.ts'
import { tenantApp } from '#plugins/tenant-app/plugin.ts'
import type { TrainingModule } from '../../modules/contract.ts'
import { trainingBuilder } from '../../plugin.ts'

const test = browserTest([tenantApp, trainingBuilder])

const chooseInMenu = async (page: Page, of: string, item: string) => {
  await page.getByRole('button', { name: `Actions for ${of}`, exact: true }).click()
  await page.getByRole('menuitem', { name: item, exact: true }).click()
}
/** Lists draggable rows, top to bottom. */
const listRows = (page: Page) =>
  page
    .getByRole('button', { name: /^Drag / })
    .evaluateAll((all) => all.map((one) => one.getAttribute('aria-label')?.replace('Drag ', '')))

const newSection = (type: string, title: string, content: object = {}) => ({ type, title, content })

async function createProject(client: Client, title: string, modules: object[]): Promise<string> {
  const { id } = await create<{ id: string }>(client, '/api/projects', { title, category: 'Robotics' })
  await client.put(`/api/projects/${id}/training-modules`, { modules })
  return id
}

const types = [
  newSection('overview', 'What it is about', {
    text: 'A robot that follows a black line.\n\nTwo sensors, two motors.',
  }),
  newSection('instruction', 'How it works', {
    steps: ['Connect the sensors', 'Load the program'],
    mediaUrl: 'https://example.org/a',
  }),
  newSection('practice', 'Try it', {
    checklistItems: ['Charge the batteries'],
    reflectionPrompts: ['What went wrong first?'],
  }),
  newSection('assessment', 'Check', {
    quizQuestions: [{ question: 'What sees the line?', options: ['The sensor', 'The motor'], correctAnswer: 0 }],
  }),
  newSection('resource', 'To print', { text: 'Hand it out.' }),
  newSection('build', 'Build one', { materials: ['One kit each'], checklistItems: ['Test your build'] }),
  newSection('competition', 'Race', {
    rules: ['Stay on the line'],
    scoringCriteria: ['Seconds'],
    timeLimit: 3,
    teamSize: 2,
  }),
]

test('a super admin creates a project, writes its modules, orders and saves them', async ({ platform, visitor }) => {
  const operator = await platform.superAdmin()
  const page = await visitor.open(platform.origin, `${platform.origin}/training-builder`, {
    as: operator.user?.email ?? '',
  })
  await page.getByText('Choose a project').first().waitFor()
  await page.getByRole('button', { name: 'Save Modules' }).click()
  await notification(page).getByText('Project ID is required').waitFor()
  await page.getByRole('button', { name: 'New project' }).click()
  const making = page.getByRole('dialog', { name: 'Create New Project' })
  await making.getByLabel('Title').fill('Water rockets')
  await making.getByRole('button', { name: 'Create Project' }).click()
  await page.getByText('No training modules yet').waitFor()

  await page.getByRole('button', { name: 'Add Module' }).click()
  const adding = page.getByRole('dialog', { name: 'Add Module' })
  await adding.getByRole('textbox', { name: /Estimated duration/ }).fill('4')
  await adding.getByRole('button', { name: 'Add resource' }).click()
  await adding.getByLabel('URL').fill('nowhere')
  await adding.getByRole('button', { name: 'Add Module' }).click()
  for (const problem of [
    'Module title is required',
    'Module description is required',
    'Duration must be at least 5 minutes',
    'Resource title is required',
    'Must be a valid URL',
  ]) {
    await adding.getByText(problem).waitFor()
  }
  await expectAccessible(page)
  await adding.getByRole('button', { name: 'Remove resource 1' }).click()
  await adding.getByLabel('Title', { exact: true }).fill('Pressure')
  await adding.getByLabel('Description', { exact: true }).fill('Why water flies further than air.')
  await adding.getByRole('textbox', { name: /Estimated duration/ }).fill('20')
  await adding.getByRole('button', { name: 'Add Module' }).click()
  await notification(page).getByText('Module created successfully').waitFor()

  await page.getByRole('button', { name: /^1\. Pressure · 20 min · 0 sections/ }).click()
  await page.getByRole('button', { name: 'Add Section to Pressure' }).click()
  await page.getByRole('menuitem', { name: /^Build/ }).click()
  const building = page.getByRole('dialog', { name: 'Add Section' })
  expect(await building.getByLabel('Checklist').inputValue()).toBe(
    'Gather materials\nFollow construction steps\nTest your build',
  )
  await building.getByLabel('Section title').fill('')
  await building.getByRole('textbox', { name: /Duration/ }).fill('0')
  await building.getByRole('button', { name: 'Add Section' }).click()
  await building.getByText('Section title is required').waitFor()
  await building.getByText('Duration must be at least 1 minute').waitFor()
  await building.getByLabel('Section title').fill('Make a rocket')
  await building.getByRole('textbox', { name: /Duration/ }).fill('15')
  await building.getByRole('button', { name: 'Add Section' }).click()
  await page.getByRole('button', { name: 'Add Section to Pressure' }).click()
  await page.getByRole('menuitem', { name: /^Assessment/ }).click()
  const asking = page.getByRole('dialog', { name: 'Add Section' })
  await asking.getByRole('button', { name: 'Add question' }).click()
  await asking.getByLabel('Question', { exact: true }).fill('What pushes the rocket?')
  await asking.getByLabel('Answers').fill('The water\nThe string')
  await asking.getByRole('button', { name: 'Add Section' }).click()
  await expect.poll(() => listRows(page)).toEqual(['Pressure', 'Make a rocket', 'Assessment'])
  await chooseInMenu(page, 'Assessment', 'Move up')
  await expect.poll(() => listRows(page)).toEqual(['Pressure', 'Assessment', 'Make a rocket'])
  await chooseInMenu(page, 'Pressure', 'Duplicate')
  await chooseInMenu(page, 'Pressure (copy)', 'Delete')
  await notification(page).getByRole('button', { name: 'Undo' }).click()
  await page.getByRole('button', { name: /^2\. Pressure \(copy\)/ }).click()
  await chooseInMenu(page, 'Pressure (copy)', 'Move up')
  await page.getByRole('button', { name: /^1\. Pressure \(copy\)/ }).waitFor()

  // Unsaved text survives a reload.
  await page.getByText('Draft saved. Instructors see it once you save.').waitFor()
  await page.reload()
  await page.getByRole('button', { name: /^1\. Pressure \(copy\)/ }).waitFor()
  // Changes made during a save are based on its result; here a deletion is undone.
  const answer = Promise.withResolvers<void>()
  await page.route('**/training-modules', async (route) => {
    if (route.request().method() === 'PUT') await answer.promise
    await route.continue()
  })
  await page.getByRole('button', { name: /^2\. Pressure · 20 min · 2 sections$/ }).click()
  await chooseInMenu(page, 'Make a rocket', 'Delete')
  await page.getByRole('button', { name: 'Save Modules' }).click()
  await notification(page).getByRole('button', { name: 'Undo' }).click()
  answer.resolve()
  await notification(page).getByText('Training modules saved successfully').waitFor()
  const list = `/api/projects/${new URL(page.url()).searchParams.get('project')}/training-modules`
  const saved = async () => {
    const { body } = await operator.get(list)
    return (body as TrainingModule[]).map(({ id, content }) => ({ id, sections: content.sections.length }))
  }
  const [copy, pressure] = await saved()
  expect(pressure?.sections).toBe(1)
  await page.getByRole('button', { name: /^2\. Pressure · 20 min · 2 sections$/ }).waitFor()
  await page.getByText('Draft saved. Instructors see it once you save.').waitFor()
  await page.getByRole('button', { name: 'Save Modules' }).click()
  await page.getByText('Version 2 is what instructors see.').waitFor()
  expect(await saved()).toEqual([copy, { ...pressure, sections: 2 }])
  await chooseInMenu(page, 'Water rockets', 'Deactivate')
  await page.getByText('Inactive', { exact: true }).waitFor()
  expectNoErrors(page, { except: [/401/] })
})

test('sections of all types are moved by menu, previewed and restored, and fit every screen', async ({
  platform,
  visitor,
}) => {
  const operator = await platform.superAdmin()
  const id = await createProject(operator, 'Line followers', [
    { title: 'First', description: 'All types', content: { sections: types } },
    {
      title: 'Second',
      description: 'Nothing yet',
      resources: [{ title: 'Plan', url: 'https://example.org/plan.pdf' }],
    },
  ])
  const page = await visitor.open(platform.origin, `/training-builder?project=${id}`, {
    as: operator.user?.email ?? '',
  })
  await page.getByRole('button', { name: /^1\. First · 30 min · 7 sections/ }).click()
  await chooseInMenu(page, 'Race', 'Move to Second')
  await page.getByRole('button', { name: /^2\. Second · 30 min · 1 section$/ }).waitFor()
  await chooseInMenu(page, 'Second', 'Delete')
  await page.getByRole('button', { name: 'Save Modules' }).click()
  await notification(page).getByText('Training modules saved successfully').waitFor()
  await page.getByRole('button', { name: 'Deleted modules' }).click()
  await page.getByRole('button', { name: 'Bring back Second' }).click()
  await page.getByText('Nothing was deleted in the last 30 days.').waitFor()
  await page.getByRole('button', { name: 'Close' }).click()
  await page.getByRole('button', { name: /^2\. Second · 30 min · 0 sections$/ }).waitFor()
  await expectAccessibleEverywhere(page, 'training-builder', () => page.getByText('Draft saved.').waitFor())

  await page.setViewportSize({ width: 1440, height: 900 })
  // The page is still growing: a click on a moving element misses.
  const checklist = page.getByRole('group', { name: 'Checklist' }).first()
  const preview = async () => {
    await page.getByRole('radio', { name: 'Preview' }).click()
    return checklist.isVisible()
  }
  await expect.poll(preview, { timeout: 120_000, interval: 500 }).toBe(true)
  await page.getByRole('radio', { name: 'The motor' }).waitFor({ state: 'attached' })
  await expectAccessibleEverywhere(page, 'training-preview', () => page.getByText('Plan', { exact: true }).waitFor())
  expectNoErrors(page, { except: [/401/] })
})

test('the second of two concurrent writers sees both texts and chooses; instructors read what was saved', async ({
  platform,
  visitor,
}) => {
  const organization = await platform.organization()
  const other = await organization.signIn('tenant_admin')
  const id = await createProject(other, 'Kites', [
    { title: 'Ours', description: 'As it was' },
    { title: 'Theirs', description: 'As it was' },
  ])
  const page = await visitor.openHome(platform.originOf(organization), (await organization.user('tenant_admin')).email)
  await page.getByRole('link', { name: 'Training Builder' }).click()
  await page.getByRole('combobox', { name: 'Project' }).click()
  await page.getByRole('option', { name: 'Kites' }).click()
  await page.getByRole('button', { name: /^1\. Ours/ }).waitFor()
  const { body: saved } = await other.get(`/api/projects/${id}/training-modules`)
  const theirs = (saved as { title: string; order: number }[])
    .map((one) => ({ ...one, description: one.title === 'Ours' ? 'By them' : 'By them alone' }))
    .toReversed()
    .map(({ order: _, ...one }) => one)
  await other.put(`/api/projects/${id}/training-draft`, { modules: theirs, baseVersion: 1 })
  await chooseInMenu(page, 'Ours', 'Edit')
  const editing = page.getByRole('dialog', { name: 'Edit Module' })
  await editing.getByLabel('Description', { exact: true }).fill('By us')
  // A short loss of the connection costs nothing.
  await page.route('**/training-draft', (route) => route.abort(), { times: 1 })
  await editing.getByRole('button', { name: 'Done' }).click()
  await page.getByText('It is tried again.').waitFor()
  await page.getByText('Draft saved. Instructors see it once you save.').waitFor()
  await page.getByText('Ada Lovelace is writing these modules too').waitFor()
  await other.put(`/api/projects/${id}/training-modules`, { modules: theirs })
  await page.getByRole('button', { name: 'Save Modules' }).click()
  await notification(page).getByText('Failed to save training modules').waitFor()
  await page.getByRole('button', { name: 'Compare' }).click()
  const comparing = page.getByRole('dialog', { name: 'Compare with what was saved' })
  await comparing.getByText('By us').waitFor()
  await comparing.getByText('By them', { exact: true }).waitFor()
  await comparing.getByText('Changed only by them, and used as they saved it: “Theirs”.').waitFor()
  await comparing.getByText('They changed the order of the modules: theirs is used.').waitFor()
  await expectAccessibleEverywhere(page, 'training-conflict', () => comparing.getByText('By us').waitFor())
  await comparing.getByRole('radio', { name: 'Keep mine' }).waitFor({ state: 'attached' })
  await comparing.getByRole('button', { name: 'Continue with these' }).click()
  await page.getByRole('button', { name: 'Save Modules' }).click()
  await notification(page).getByText('Training modules saved successfully').waitFor()

  expect((await other.get(`/api/projects/${id}/training-modules`)).body).toMatchObject([
    { title: 'Theirs', description: 'By them alone' },
    { title: 'Ours', description: 'By us' },
  ])
  const reading = await visitor.open(platform.originOf(organization), `/projects/${id}`, {
    as: (await organization.user('instructor')).email,
  })
  await reading.getByText('2 modules · 60 min').waitFor()
  await reading.getByRole('link', { name: 'Training modules' }).click()
  await reading.getByText('By us').waitFor()
  expect(await reading.getByRole('button', { name: 'Save Modules' }).count()).toBe(0)
  expectNoErrors(page, { except: [/401/, /409/, /ERR_FAILED/] })
  expectNoErrors(reading, { except: [/401/] })
})

test('an organization changes a copy of the catalog’s modules, and takes later changes of the catalog', async ({
  platform,
  visitor,
}) => {
  const operator = await platform.superAdmin()
  const organization = await platform.organization()
  const id = await createProject(operator, 'Kitchen tables', [
    { title: 'Safety', description: 'Goggles on' },
    { title: 'Clearing up', description: 'Wipe the tables' },
  ])
  const path = `/api/projects/${id}/training-modules`
  const page = await visitor.open(platform.originOf(organization), `/training-builder?project=${id}`, {
    as: (await organization.user('tenant_admin')).email,
  })
  await page.getByText('Catalog', { exact: true }).waitFor()
  await chooseInMenu(page, 'Clearing up', 'Delete')
  await page.getByRole('button', { name: 'Save Modules' }).click()
  await page.getByText('Version 2 is what instructors see.').waitFor()
  const { body: catalog } = await operator.get(path)
  const [safety, ...others] = catalog as object[]
  await operator.put(path, { modules: [{ ...safety, description: 'Goggles on, yours first' }, ...others] })

  await page.reload()
  await page.getByText('1 module differs: take the catalog’s, or keep yours.').waitFor()
  // A save creates another version of the copy, which is then compared.
  await chooseInMenu(page, 'Safety', 'Duplicate')
  await page.getByRole('button', { name: 'Save Modules' }).click()
  await page.getByText('Version 3 is what instructors see.').waitFor()
  await page.getByRole('button', { name: 'Compare with the catalog' }).click()
  const comparing = page.getByRole('dialog', { name: 'The catalog has changed' })
  await expectAccessibleEverywhere(page, 'training-catalog', () =>
    comparing.getByText('Goggles on, yours first').waitFor(),
  )
  await comparing.getByText('Take the catalog’s').click()
  // The catalog changes once more before the save: the choice stays.
  const { body: newer } = await operator.get(path)
  const [first, ...rest] = newer as object[]
  await operator.put(path, { modules: [{ ...first, description: 'Goggles on, yours first, always' }, ...rest] })
  await comparing.getByRole('button', { name: 'Save decisions' }).click()
  await comparing.getByText('Goggles on, yours first, always').waitFor()
  await comparing.getByRole('button', { name: 'Save decisions' }).click()
  await page.getByText('Version 4 is what instructors see.').waitFor()
  await page.getByRole('button', { name: /^1\. Safety/ }).click()
  await page.getByText('Goggles on, yours first, always').waitFor()
  expectNoErrors(page, { except: [/401/, /409/] })
})
