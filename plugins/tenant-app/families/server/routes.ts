import { mount } from '#core/server/http/mount.ts'
import { familiesContract } from '../contract.ts'
import { listChildren, requireStudent } from './children.ts'

export const familiesRoutes = mount(familiesContract, {
  listChildren: (scope, { query }) => listChildren(scope, query),
  getChild: (scope, { params }) => requireStudent(scope, params.id),
})
