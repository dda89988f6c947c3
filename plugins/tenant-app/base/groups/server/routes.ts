import { mount } from '#core/server/http/mount.ts'
import { groupsContract } from '../contract.ts'
import { getGroup, listGroups } from './groups.ts'
import { listMembers, matchNames } from './members.ts'
import { addMembers, removeMember } from './memberships.ts'
import { archiveGroup, createGroup, deleteGroup, restoreGroup, updateGroup } from './save-groups.ts'
import { setStaff } from './staff.ts'
import { listStudentGroups } from './student-groups.ts'

export const groupsRoutes = mount(groupsContract, {
  listGroups,
  createGroup: (scope, body) => createGroup(scope, body),
  getGroup,
  updateGroup,
  archiveGroup,
  restoreGroup,
  deleteGroup,
  listMembers,
  addMembers,
  removeMember,
  matchNames,
  setStaff,
  listStudentGroups,
})
