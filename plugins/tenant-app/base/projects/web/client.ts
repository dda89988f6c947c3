import { createClient } from '#core/web/client.ts'
import { projectsContract } from '../contract.ts'

export const projectsApi = createClient(projectsContract)

/** Queries that show a new or changed project: lists, pages, and the sessions and challenges that name it. */
export const projectReads = [projectsApi.listProjects.key(), ['api', 'sessions'], ['api', 'challenges']]
