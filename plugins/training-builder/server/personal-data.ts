import { freeJson, freeText, nothing, personDeleted, type PersonalData } from '#core/server/personal-data.ts'

/** What modules keep of people: names that somebody has written into them. */
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
}
