import { expect } from 'vitest'
import { changeRow, create, randomText, type World } from '#core/testing/calls.ts'
import type { Races } from '#core/testing/races.ts'
import { systemActor } from '#core/server/identity/actor.ts'
import { buildCourse } from '../../embedded/server/built-in/building.ts'
import { beginFailing, listItems, finishRuns } from '../../embedded/testing/running.ts'
import { endLostCourseImports, importCourse } from '../../authoring/transfer/server/importing.ts'
import { downloadBytes } from '../completing.ts'
import { publishCourse } from '../courses.ts'
import { sendArchive } from '../files.ts'
import { changeBoth, selectRows } from './outcomes.ts'

interface Versioned {
  id: string
  updatedAt: string
}

/** Creates a bank with a question in it, and its author. */
async function createBank({ organization }: World) {
  const admin = await organization.signIn('tenant_admin')
  const bank = await create<Versioned>(admin, '/api/lms/question-banks', { name: randomText() })
  const question = { id: crypto.randomUUID(), type: 'true_false', prompt: 'Paper burns.', isTrue: true }
  return { admin, bank, question: await create<Versioned>(admin, '/api/lms/questions', { bankId: bank.id, question }) }
}

export const authoringRaces: Races = {
  'plugins/lms/authoring/questions/server/banks.ts lockBankRow': async (world) => {
    const { admin, bank } = await createBank(world)
    const { updatedAt } = bank
    return changeBoth((name) => admin.put(`/api/lms/question-banks/${bank.id}`, { name, updatedAt }))
  },
  'plugins/lms/authoring/questions/server/edit-question.ts lockQuestion': async (world) => {
    const { admin, question } = await createBank(world)
    const { updatedAt } = question
    return changeBoth((tag) => admin.put(`/api/lms/questions/${question.id}`, { tags: [tag], updatedAt }))
  },
  // An import without a heartbeat for a minute and without a job counts as lost, and fails only if it has no result.
  'plugins/lms/authoring/transfer/server/importing.ts lockImport': async ({ organization, platform }) => {
    const admin = await organization.signIn('tenant_admin')
    const { id } = await publishCourse(admin, { title: 'Robots' })
    const archive = await downloadBytes(platform, admin, `/api/lms/courses/${id}/export`)
    const { id: importId } = await sendArchive(admin, archive)
    const silent = { aliveAt: new Date(Date.now() - 120_000) }
    return {
      first: () => importCourse.perform(platform.core, null, { tenantId: organization.id, importId }),
      heldBefore: /^delete from "files"/,
      second: async () => {
        await changeRow(platform, 'lmsCourseImports', { id: importId }, silent)
        await platform.core.db.platform(systemActor, ({ trx }) =>
          trx.raw('delete from pgboss.job where name = ?', [importCourse.name]),
        )
        await endLostCourseImports.perform(platform.core, null, {})
      },
      expect: async () =>
        expect(await selectRows(platform, 'lmsCourseImports', { id: importId })).toMatchObject([
          { status: 'done', message: '' },
        ]),
    }
  },
  'plugins/lms/embedded/server/built-in/building.ts lockTrainingCourse': async ({ organization, platform }) => {
    const difficulty = 'beginner' as const
    const project = {
      projectId: crypto.randomUUID(),
      title: 'Kites',
      description: 'What we fly',
      category: '',
      difficulty,
      moduleCount: 1,
    }
    const module = {
      id: crypto.randomUUID(),
      title: 'Wind',
      description: '',
      estimatedDuration: 10,
      difficulty,
      prerequisites: [],
      learningObjectives: [],
      content: { sections: [] },
      resources: [],
    }
    const build = () =>
      platform.core.db.tenant(organization.id, systemActor, (scope) =>
        buildCourse(scope, { project, modules: [module] }),
      )
    return {
      first: build,
      second: build,
      expect: (first, second) => expect([first, second]).toEqual(['created', 'same']),
    }
  },
  'plugins/lms/embedded/server/runs.ts lockRun': async (world) => {
    const { admin, platform } = world
    await admin.delete('/api/frappe-lms/config')
    const run = await beginFailing(world)
    return {
      first: () => admin.post(`/api/frappe-lms/runs/${run.id}/items/1/retry`),
      second: () => finishRuns(platform),
      expect: async () => {
        const [item] = await listItems(admin, run)
        expect(item?.outcome).not.toBe('waiting')
      },
    }
  },
  'plugins/lms/embedded/server/site.ts lockSite': async ({ admin }) => {
    await admin.delete('/api/frappe-lms/config')
    const site = { apiKey: 'key-of-a-test', apiSecret: 'secret-of-a-test', updatedAt: null }
    return changeBoth((name) =>
      admin.put('/api/frappe-lms/config', { ...site, baseUrl: `https://${name.toLowerCase()}.example` }),
    )
  },
}
