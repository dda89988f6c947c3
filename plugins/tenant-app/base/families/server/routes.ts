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
import { countUnreached } from './unreached.ts'

export const familiesRoutes = mount(familiesContract, {
  listChildren,
  getChild: requireStudent,
  listContacts,
  getOwnContact,
  updateOwnContact,
  listGuardians,
  countUnreached,
  addGuardian,
  arrangeGuardians,
  getGuardian,
  updateGuardian,
  removeGuardian,
})
