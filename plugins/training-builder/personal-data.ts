import { freeJson, freeText, givenPart, nothing, personDeleted, type PersonalData } from '#core/server/personal-data.ts'

/** Personal data in modules: names in their texts. */
export const trainingPersonalData: PersonalData = {
  tables: {
    training_lists: {
      called: 'training of projects',
      columns: { catalog_seen: nothing, owner: nothing, project_id_owner: nothing },
    },
    training_drafts: {
      called: 'drafts of training modules',
      columns: { editor_id: personDeleted('user'), modules: freeJson, base: freeJson, project_id_owner: nothing },
    },
    training_modules: {
      called: 'training modules',
      columns: {
        title: freeText,
        description: freeText,
        prerequisites: freeJson,
        learning_objectives: freeJson,
        content: freeJson,
        resources: freeJson,
        origin_id: nothing,
        origin: freeJson,
        owner: nothing,
        list_id_owner: nothing,
      },
    },
  },
  given: [
    givenPart(
      'trainingDrafts',
      'Drafts of training modules',
      ['training_drafts'],
      `select p.title as project, d.updated_at as "writtenAt", d.modules
        from training_drafts d join projects p on p.owner = d.project_id_owner and p.id = d.project_id
        where d.editor_id = $userId order by d.updated_at`,
    ),
  ],
}
