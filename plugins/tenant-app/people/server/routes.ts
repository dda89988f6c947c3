import { mount, preparing } from '#core/server/http/mount.ts'
import { toldPassword } from '#core/server/identity/passwords.ts'
import { peopleContract } from '../contract.ts'
import { namesContract } from '../names-contract.ts'
import { listInstructors } from './instructors.ts'
import { invitePerson, revokeInvitation, sendInvitation } from './inviting.ts'
import { resetPersonPassword, updatePerson } from './managing.ts'
import { decideNameRequest, listNameRequests } from './name-requests.ts'
import { listPeople, listUsers } from './people.ts'

export const peopleRoutes = mount(
  { ...peopleContract, ...namesContract },
  {
    listInstructors: (scope, { query }) => listInstructors(scope, query),
    listUsers: (scope, { query }) => listUsers(scope, query),
    listPeople: (scope, { query }) => listPeople(scope, query),
    invitePerson: (scope, { body }) => invitePerson(scope, body),
    updatePerson: (scope, { params, body }) => updatePerson(scope, params.id, body),
    sendInvitation: (scope, { params }) => sendInvitation(scope, params.id),
    revokeInvitation: (scope, { params }) => revokeInvitation(scope, params.id),
    resetPersonPassword: preparing(
      () => toldPassword(),
      (scope, { params, body }, password) => resetPersonPassword(scope, params.id, { ...password, words: body?.words }),
    ),
    listNameRequests: (scope, { query }) => listNameRequests(scope, query),
    decideNameRequest: (scope, { params, body }) => decideNameRequest(scope, params.id, body),
  },
)
