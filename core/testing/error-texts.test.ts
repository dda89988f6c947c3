import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { parseSync, Visitor, type Expression, type ObjectExpression } from 'oxc-parser'
import { expect, test } from 'vitest'

const root = fileURLToPath(new URL('../../', import.meta.url))

/**
 * Error texts of the specification (part 1, section 8; part 2, section 8) and the source of the act that shows each:
 *
 * - `heading`: the title of a notification or banner whose description is read from the answer
 * - `fallback`: shown where the answer says nothing for people
 * - `text`: one of a table of endings, or of a list's own error
 */
const errorTexts: readonly (readonly [shown: 'heading' | 'fallback' | 'text', text: string, file: string])[] = [
  ['heading', 'Login failed', 'core/web/pages/SignInForm.tsx'],
  ['heading', 'Registration failed', 'core/web/pages/RegistrationForm.tsx'],
  ['heading', 'Logout failed', 'core/web/shell/signOut.ts'],
  ['heading', 'Failed to upload image', 'core/web/ui/forms/FormImageField.tsx'],
  ['heading', 'Failed to create tenant', 'plugins/tenants/organizations/web/CreateOrganizationForm.tsx'],
  ['heading', 'Update Failed', 'plugins/tenants/organizations/web/EditOrganizationDialog.tsx'],
  [
    'fallback',
    'Failed to update organization. Please try again.',
    'plugins/tenants/organizations/web/EditOrganizationDialog.tsx',
  ],
  ['text', 'Failed to search users', 'plugins/tenants/users/web/UsersPage.tsx'],
  ['heading', 'Error Creating User', 'plugins/tenants/users/web/AddUserDialog.tsx'],
  ['heading', 'Reset Failed', 'plugins/tenants/users/web/ResetPasswordDialog.tsx'],
  ['fallback', 'Failed to reset password. Please try again.', 'plugins/tenants/users/web/ResetPasswordDialog.tsx'],
  ['heading', 'Error', 'plugins/billing/subscriptions/web/EditSubscriptionDialog.tsx'],
  ['fallback', 'Failed to update subscription', 'plugins/billing/subscriptions/web/EditSubscriptionDialog.tsx'],
  ['heading', 'Creation Failed', 'plugins/billing/plans/web/PlanDialogs.tsx'],
  ['fallback', 'Failed to create plan. Please try again.', 'plugins/billing/plans/web/PlanDialogs.tsx'],
  ['heading', 'Update Failed', 'plugins/billing/plans/web/PlanDialogs.tsx'],
  ['fallback', 'Failed to update plan. Please try again.', 'plugins/billing/plans/web/PlanDialogs.tsx'],
  ['heading', 'Deletion Failed', 'plugins/billing/plans/web/DeletePlanDialog.tsx'],
  ['fallback', 'Failed to delete plan. Please try again.', 'plugins/billing/plans/web/DeletePlanDialog.tsx'],
  ['heading', 'Migration Failed', 'plugins/billing/plans/web/DeactivatePlanDialog.tsx'],
  [
    'fallback',
    'Failed to migrate subscriptions. Please try again.',
    'plugins/billing/plans/web/DeactivatePlanDialog.tsx',
  ],
  ['text', 'Failed to check plan subscribers. Please try again.', 'plugins/billing/plans/web/DeactivatePlanDialog.tsx'],
  ['heading', 'Check Failed', 'plugins/automation/web/AutomationPage.tsx'],
  ['heading', 'Automation Failed', 'plugins/automation/web/AutomationPage.tsx'],
  ['text', 'Backup Failed', 'plugins/backup/operations/web/backupLabels.ts'],
  ['text', 'Failed to create backup', 'plugins/backup/operations/web/backupLabels.ts'],
  ['text', 'Verification Failed', 'plugins/backup/operations/web/backupLabels.ts'],
  ['text', 'Restore Failed', 'plugins/backup/operations/web/backupLabels.ts'],
  ['heading', 'Trigger Failed', 'plugins/backup/operations/web/useBackupActs.ts'],
  ['heading', 'Scheduler Error', 'plugins/backup/schedule/web/SchedulerCard.tsx'],
  ['heading', 'Scheduler Error', 'plugins/backup/schedule/web/ScheduleDialog.tsx'],
  ['heading', 'Error', 'plugins/training-builder/builder/web/useModules.ts'],
  ['text', 'Failed to save training modules', 'plugins/training-builder/builder/web/useModules.ts'],
  ['text', 'Migration Failed', 'plugins/lms/embedded/web/embeddedLabels.ts'],
  ['text', 'User Sync Failed', 'plugins/lms/embedded/web/embeddedLabels.ts'],
  ['heading', 'Error', 'plugins/lms/authoring/courses/web/NewCourseDialog.tsx'],
  ['heading', 'Error', 'plugins/lms/authoring/courses/web/EditCourseDialog.tsx'],
  ['heading', 'Error', 'plugins/lms/builder/web/useCourseActs.tsx'],
  ['heading', 'Error', 'plugins/lms/authoring/lessons/web/LessonDialogs.tsx'],
  ['heading', 'Error updating lesson order', 'plugins/lms/builder/web/useOrder.ts'],
  ['fallback', 'Failed to update lesson order', 'plugins/lms/builder/web/useOrder.ts'],
  ['heading', 'Error creating chapter', 'plugins/lms/builder/web/AddChapterDialog.tsx'],
  ['fallback', 'Failed to create chapter', 'plugins/lms/builder/web/AddChapterDialog.tsx'],
  ['heading', 'Error deleting chapter', 'plugins/lms/builder/web/useChapterActs.tsx'],
  ['fallback', 'Failed to delete chapter', 'plugins/lms/builder/web/useChapterActs.tsx'],
  ['heading', 'Enrollment failed', 'plugins/lms/course-page/web/EnrollCard.tsx'],
  ['fallback', 'Failed to enroll in course', 'plugins/lms/course-page/web/EnrollCard.tsx'],
  ['heading', 'Failed to mark lesson complete', 'plugins/lms/delivery/learning/web/Completion.tsx'],
  ['heading', 'Failed to create session', 'plugins/tenant-app/scheduling/series/web/NewSessionDialog.tsx'],
  ['heading', 'Failed to create project', 'plugins/tenant-app/base/projects/web/NewProjectDialog.tsx'],
  ['heading', 'Failed to add student', 'plugins/tenant-app/admissions/students/web/AddStudentDialog.tsx'],
  ['heading', 'Failed to fetch parent users', 'plugins/tenant-app/admissions/students/web/GuardianFields.tsx'],
]

/** Reads a literal, or the one that `t` translates. */
function textOf(node: Expression | null | undefined): string | undefined {
  if (node?.type === 'CallExpression' && node.callee.type === 'Identifier' && node.callee.name === 't')
    return textOf(node.arguments[0] as Expression | undefined)
  return node?.type === 'Literal' && typeof node.value === 'string' ? node.value : undefined
}

function valueOf({ properties }: ObjectExpression, name: string): Expression | undefined {
  for (const property of properties) {
    if (property.type === 'Property' && property.key.type === 'Identifier' && property.key.name === name)
      return property.value
  }
  return undefined
}

/** Texts in a source: headings above what an answer says, fallbacks for an answer without words, and all. */
function readTexts(file: string, source: string) {
  const texts = { heading: new Set<string>(), fallback: new Set<string>(), text: new Set<string>() }
  new Visitor({
    ObjectExpression: (node) => {
      const [title, description] = [textOf(valueOf(node, 'title')), valueOf(node, 'description')]
      if (title && description && textOf(description) === undefined) texts.heading.add(title)
    },
    JSXElement: ({ openingElement: { attributes }, children }) => {
      if (!children.some(({ type }) => type === 'JSXExpressionContainer')) return
      for (const attribute of attributes) {
        if (attribute.type !== 'JSXAttribute' || attribute.name.name !== 'title') continue
        const { value } = attribute
        const text = textOf((value?.type === 'JSXExpressionContainer' ? value.expression : value) as Expression | null)
        if (text) texts.heading.add(text)
      }
    },
    CallExpression: ({ callee, arguments: [, fallback] }) => {
      if (callee.type !== 'Identifier' || callee.name !== 'serverMessage') return
      const text = textOf(fallback as Expression | undefined)
      if (text) texts.fallback.add(text)
    },
    Literal: ({ value }) => {
      if (typeof value === 'string') texts.text.add(value)
    },
  }).visit(parseSync(file, source).program)
  return texts
}

test.for(errorTexts)('people read the %s “%s” of a failed act: %s', async ([shown, text, file]) => {
  const texts = readTexts(file, await readFile(`${root}${file}`, 'utf8'))
  expect([...texts[shown]]).toContain(text)
})
