import { expect } from 'vitest'
import { systemActor } from '#core/server/identity/actor.ts'
import { createUser } from '#core/server/identity/users.ts'
import { browserTest } from '#core/testing/browser-harness.ts'
import { expectAccessibleEverywhere, expectNoErrors } from '#core/testing/browser.ts'
import { create } from '#core/testing/calls.ts'
import { Client, HASHED } from '#core/testing/harness.ts'
import { billing } from '#plugins/billing/plugin.ts'
import { tenantApp } from '#plugins/tenant-app/plugin.ts'
import { tenants } from '#plugins/tenants/plugin.ts'
import { newQuestions } from '../../../authoring/questions/testing/questions.ts'
import { lms } from '../../../plugin.ts'
import { completeCourse } from '../../../testing/completing.ts'
import { publishCourse } from '../../../testing/courses.ts'
import { publishQuiz } from '../../../testing/quizzes.ts'

const test = browserTest([lms, billing, tenants, tenantApp])

const WIDE_VIEWPORT = { width: 1440, height: 900 }

test('a learner of a read-only or suspended organization reads which actions still work and which do not', async ({
  platform,
  visitor,
}) => {
  const owner = await platform.superAdmin()
  const { id: tenantId, subdomain } = await create<{ id: string; subdomain: string }>(owner, '/api/tenants', {
    name: 'Quiet School',
    plan: 'growth',
    adminEmail: 'office@quiet.example',
  })
  const origin = platform.originOf({ subdomain })
  const person = async (role: 'tenant_admin' | 'instructor') => {
    const named = { email: `${role}@quiet.example`, firstName: 'Ada', lastName: 'King', password: HASHED }
    await platform.core.db.platform(systemActor, (scope) => createUser(scope, { tenantId, role, ...named }))
    return new Client(platform.platform, new URL(origin).hostname).signIn(named.email)
  }
  const admin = await person('tenant_admin')
  const learner = await person('instructor')
  const earned = await publishCourse(admin, { title: 'First Aid' })
  await completeCourse(platform, learner, earned)
  const unchecked = await publishCourse(admin, { title: 'House Rules' })
  await completeCourse(platform, learner, unchecked, { isChecked: false })
  const begun = await publishCourse(admin, { title: 'Tools' }, ['Hammers'])
  const quiz = await publishQuiz(admin, { questions: newQuestions().slice(0, 1), attempts: 2 })
  for (const { id } of [begun, quiz]) await learner.post(`/api/tenant/courses/${id}/enroll`)

  const page = await visitor.openHome(origin, learner.user?.email ?? '')
  // No lesson was checked: the course is completed, and says why there is no certificate.
  await page.goto(`/courses/${unchecked.id}`)
  const none = page.getByText('this course has no quiz, watched video or submission')
  await none.waitFor()
  expect(await page.getByRole('link', { name: 'Download Certificate' }).count()).toBe(0)
  await expectAccessibleEverywhere(page, 'learn-no-certificate', () => none.waitFor())
  await page.setViewportSize(WIDE_VIEWPORT)

  const [subscription] = (await owner.get('/api/subscriptions?search=Quiet')).body
  expect((await owner.put(`/api/subscriptions/${subscription.id}`, { status: 'paused' })).status).toBe(200)
  await page.goto(`/courses/${begun.id}?lesson=${begun.lessons[0]}`)
  await page.getByText('About Hammers').waitFor()
  const banner = page.getByText('Your organization is read-only', { exact: true })
  const unrecorded = page.getByText('Your progress here is not recorded')
  await banner.waitFor()
  await unrecorded.waitFor()
  await expectAccessibleEverywhere(page, 'learn-read-only', () => unrecorded.waitFor())
  await page.setViewportSize(WIDE_VIEWPORT)

  await page.goto(`/courses/${quiz.id}?lesson=${quiz.lessonId}`)
  await page.getByRole('button', { name: 'Begin', exact: true }).click()
  const refused = page.getByText('This organization is read-only until its subscription is in order.')
  await refused.first().waitFor()
  await expectAccessibleEverywhere(page, 'quiz-read-only', () => banner.waitFor())
  await page.setViewportSize(WIDE_VIEWPORT)

  // An earned certificate stays available, and valid for public verification.
  await page.goto(`/courses/${earned.id}`)
  const saving = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Download Certificate' }).click()
  expect((await saving).suggestedFilename()).toMatch(/^certificate-.+\.pdf$/)
  const address = await page.getByRole('link', { name: 'Share it' }).getAttribute('href')
  const number = address?.split('/').at(-1) ?? ''
  expectNoErrors(page, { except: [/401/, /403/] })

  await owner.post(`/api/tenants/${tenantId}/suspend`, { reason: 'Because' })
  await page.goto(`/courses/${begun.id}?lesson=${begun.lessons[0]}`)
  const suspended = page.getByText(/suspended/i).first()
  await suspended.waitFor()
  await expectAccessibleEverywhere(page, 'learn-suspended', () => suspended.waitFor())
  const verifier = await visitor.open(platform.origin, `/verify/${number}`)
  await verifier.getByRole('heading', { name: 'Valid certificate' }).waitFor()
})
