import { mount, withPreparation } from '#core/server/http/mount.ts'
import { issuePassword } from '#core/server/identity/passwords.ts'
import { peopleContract } from '../contract.ts'
import { namesContract } from '../names-contract.ts'
import { listInstructors } from './instructors.ts'
import { invitePerson, retryEmail, revokeInvitation, sendInvitation } from './invite-people.ts'
import { resetPersonPassword, updatePerson } from './update-people.ts'
import { decideNameRequest, listNameRequests } from './name-requests.ts'
import { listPeople, listUsers } from './people.ts'

export const peopleRoutes = mount(
  { ...peopleContract, ...namesContract },
  {
    listInstructors,
    listUsers,
    listPeople,
    invitePerson,
    updatePerson,
    sendInvitation,
    retryEmail,
    revokeInvitation,
    resetPersonPassword: withPreparation(
      () => issuePassword(),
      (scope, id, body, password) => resetPersonPassword(scope, id, { ...password, words: body?.words }),
    ),
    listNameRequests,
    decideNameRequest,
  },
)
