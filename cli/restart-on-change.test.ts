import { expect, test } from 'vitest'
import { concernsServer } from './restart-on-change.ts'

test.each(['plugins/lms/server/courses.ts', 'plugins/lms/contract.ts', 'core/server/http/app.ts', 'config/plugins.ts'])(
  'the development server starts again when %s changes',
  (path) => {
    expect(concernsServer(path)).toBe(true)
  },
)

test.each([
  'plugins/lms/web/CoursesPage.tsx',
  'plugins/lms/web/client.ts',
  'plugins/lms/web.ts',
  'core/web/client.ts',
  'plugins/lms/server/courses.test.ts',
  'core/testing/harness.ts',
  'plugins/lms/server/.courses.ts.swp',
])('the development server goes on when %s changes', (path) => {
  expect(concernsServer(path)).toBe(false)
})
