import { createClient } from '#core/web/client.ts'
import { peopleContract } from '../contract.ts'
import { namesContract } from '../names-contract.ts'

export const peopleApi = createClient(peopleContract)
export const namesApi = createClient(namesContract)

/** The reads that every change of somebody makes wrong; students name their guardians, and have accounts. */
export const peopleReads = [
  peopleApi.listPeople.key(),
  peopleApi.listUsers.key(),
  peopleApi.listInstructors.key(),
  ['api', 'students'],
]
