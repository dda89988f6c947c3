import { mount } from '#core/server/http/mount.ts'
import { familiesContract } from '../contract.ts'
import { listChildren, requireStudent } from './children.ts'
import { getOwnContact, listContacts, updateOwnContact } from './contacts.ts'
import {
  addGuardian,
  arrangeGuardians,
  getGuardian,
  listGuardians,
  removeGuardian,
  updateGuardian,
} from './guardians.ts'

export const familiesRoutes = mount(familiesContract, {
  listChildren: (scope, { query }) => listChildren(scope, query),
  getChild: (scope, { params }) => requireStudent(scope, params.id),
  listContacts: (scope, { params }) => listContacts(scope, params.id),
  getOwnContact,
  updateOwnContact: (scope, { body }) => updateOwnContact(scope, body),
  listGuardians: (scope, { params }) => listGuardians(scope, params.id),
  addGuardian: (scope, { params, body }) => addGuardian(scope, params.id, body),
  arrangeGuardians: (scope, { params, body }) => arrangeGuardians(scope, params.id, body),
  getGuardian: (scope, { params }) => getGuardian(scope, params.id, params.guardianId),
  updateGuardian: (scope, { params, body }) => updateGuardian(scope, params.id, params.guardianId, body),
  removeGuardian: (scope, { params }) => removeGuardian(scope, params.id, params.guardianId),
})
