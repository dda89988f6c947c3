import { expect, test } from 'vitest'
import { routeGroup } from './route-group.ts'

test.for([
  ['/api/sessions', 'sessions'],
  ['/api/sessions/:id/attendance', 'sessions'],
  ['/api/tenant/students/:id', 'tenant/students'],
  ['/api/lms/courses/export/all', 'lms/courses'],
  ['/api/*', 'api'],
  ['/api/:number', 'api'],
  ['/assets/*', 'web'],
  ['/*', 'web'],
  ['/', 'web'],
  [undefined, 'none'],
] as const)('answers of %s count for %s', ([route, group]) => {
  expect(routeGroup(route)).toBe(group)
})
