import { mount } from '#core/server/http/mount.ts'
import { peopleContract } from '../contract.ts'
import { listInstructors } from './instructors.ts'

export const peopleRoutes = mount(peopleContract, {
  listInstructors: (scope, { query }) => listInstructors(scope, query),
})
