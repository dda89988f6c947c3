import type { SeedTraining } from './seed-module.ts'

/** Training of projects in which something is measured. */
export const experimentTraining: readonly SeedTraining[] = [
  {
    project: 'Kitchen Chemistry',
    modules: [
      {
        title: 'Safe at the kitchen table',
        description:
          'What may stand on the table, what may not, and what you do when something is spilled or swallowed.',
        estimatedDuration: 30,
        learningObjectives: [
          'Set up eight places without a single dangerous liquid',
          'Act in the right order after a splash in the eye',
        ],
        content: {
          sections: [
            {
              title: 'What is on the table',
              type: 'instruction',
              duration: 10,
              required: true,
              content: {
                text: 'Vinegar, lemon juice, baking soda, soap, salt, sugar and red cabbage are enough for every session. Drain cleaner, bleach and anything with a warning sign on the bottle stay at home, also as a demonstration.\n\nNothing on the table is tasted, although all of it comes from a kitchen. Children who may taste here taste elsewhere too.',
                steps: [
                  'Pour everything into small cups with a number, and keep the bottles away.',
                  'Put goggles on before the first cup is filled, yours first.',
                  'Set a bowl of water and a towel on every second table.',
                ],
              },
            },
            {
              title: 'When something goes wrong',
              type: 'assessment',
              duration: 15,
              required: true,
              interactive: true,
              content: {
                quizQuestions: [
                  {
                    question: 'Vinegar gets into a child’s eye. What do you do first?',
                    options: [
                      'Call the guardian',
                      'Rinse the open eye with water, for several minutes',
                      'Neutralize it with baking soda',
                    ],
                    correctAnswer: 1,
                  },
                  {
                    question: 'A child has drunk from a numbered cup. What do you do?',
                    options: [
                      'Look up what the number was, give water to rinse the mouth, and tell the guardian',
                      'Make the child vomit',
                      'Wait and see whether it feels ill',
                    ],
                    correctAnswer: 0,
                  },
                ],
                reflectionPrompts: ['Where is the nearest tap in your room, and who could block the way to it?'],
              },
            },
          ],
        },
      },
      {
        title: 'The cabbage indicator',
        description: 'Cook the indicator, test ten liquids, and learn which ones fool everybody.',
        estimatedDuration: 40,
        prerequisites: ['Safe at the kitchen table'],
        learningObjectives: [
          'Prepare a litre of indicator that lasts three days',
          'Help children to order ten liquids by colour',
        ],
        content: {
          sections: [
            {
              title: 'Cook and test',
              type: 'practice',
              duration: 30,
              interactive: true,
              content: {
                materials: ['Half a red cabbage', 'A pot and a sieve', 'Ten small cups', 'A spoon for each cup'],
                checklistItems: [
                  'Cooked for ten minutes and cooled',
                  'Tested lemon juice, vinegar, water, baking soda and soap',
                  'Ordered the cups from red to green',
                  'Kept a sample in the fridge for the next day',
                ],
                reflectionPrompts: ['Which colour would you have guessed wrongly?'],
              },
            },
            {
              title: 'To hand out',
              type: 'resource',
              duration: 10,
              content: {
                text: 'Give each pair a strip of paper with ten boxes. They colour a box before they test the liquid (what they expect) and once more after it. The difference between both is what the session is about.',
              },
            },
          ],
        },
      },
    ],
  },
  {
    project: 'Water Rockets',
    modules: [
      {
        title: 'Launching safely',
        description:
          'A bottle under pressure is nothing to improvise with. This module is required before you launch with children.',
        estimatedDuration: 35,
        learningObjectives: [
          'Set up a launch place with a line that nobody crosses',
          'Refuse a bottle that must not be used',
        ],
        content: {
          sections: [
            {
              title: 'Before any launch',
              type: 'instruction',
              duration: 15,
              required: true,
              content: {
                text: 'Only bottles for fizzy drinks are used: they are made for pressure. A bottle that was dented, glued with solvent or left in the sun is thrown away. The pump has a gauge, and nobody goes above four bar.',
                steps: [
                  'Choose a field of at least fifty metres with no road behind it.',
                  'Mark a circle of ten metres around the launcher with rope.',
                  'One child pulls the cord; everybody else stands behind the rope.',
                  'Count down aloud. Nobody runs to the rocket before you say so.',
                ],
              },
            },
            {
              title: 'A first launch without children',
              type: 'practice',
              duration: 15,
              interactive: true,
              content: {
                materials: ['A launcher with a cord of five metres', 'A pump with a gauge', 'Two bottles', 'Goggles'],
                checklistItems: [
                  'Checked both bottles',
                  'Launched with a quarter of water',
                  'Launched empty',
                  'Practised a launch that is called off',
                ],
                reflectionPrompts: ['What do you say when a child crosses the rope?'],
              },
            },
            {
              title: 'Check yourself',
              type: 'assessment',
              duration: 5,
              required: true,
              interactive: true,
              content: {
                quizQuestions: [
                  {
                    question: 'The cord was pulled and the rocket does not start. What happens now?',
                    options: [
                      'You walk over and shake it',
                      'Everybody stays behind the rope; you let the pressure out from a distance',
                      'A child pulls harder',
                    ],
                    correctAnswer: 1,
                  },
                ],
              },
            },
          ],
        },
      },
      {
        title: 'The egg flight',
        description: 'How the last flight is judged, so that it is about measuring and not about luck.',
        estimatedDuration: 20,
        prerequisites: ['Launching safely'],
        content: {
          sections: [
            {
              title: 'Rules and points',
              type: 'competition',
              duration: 10,
              interactive: true,
              content: {
                rules: [
                  'Each team says beforehand how much water it loads, and why.',
                  'The egg flies in the nose, in a bag that is closed.',
                  'Two launches; a broken egg ends the team’s flights.',
                ],
                scoringCriteria: [
                  '10 points for a whole egg',
                  'Up to 10 points for the height',
                  'Up to 5 points for a forecast that came true',
                ],
                timeLimit: 15,
                teamSize: 3,
                materials: ['Two eggs for each team', 'A bag for each egg', 'Stopwatch and protractor'],
              },
            },
          ],
        },
      },
    ],
  },
  {
    project: 'School Garden Lab',
    modules: [
      {
        title: 'One thing that differs',
        description:
          'A fair comparison of two beds: what children change, what stays the same, and what to do when slugs decide otherwise.',
        estimatedDuration: 35,
        learningObjectives: [
          'Help a group to a question that two beds can answer',
          'Keep measuring for six weeks without boring anybody',
        ],
        content: {
          sections: [
            {
              title: 'From wish to question',
              type: 'overview',
              duration: 10,
              required: true,
              content: {
                text: '“We want big tomatoes” is a wish. “Do tomatoes grow taller with compost?” is a question that two beds can answer. Everything but the compost stays the same: seeds, water, sun, day of sowing.\n\nChildren will want to change three things at once. Write all of them down, and draw lots for the one of this year.',
              },
            },
            {
              title: 'Plan the six weeks',
              type: 'practice',
              duration: 20,
              interactive: true,
              content: {
                text: 'Fill in the plan for your own garden, with names of children in it.',
                checklistItems: [
                  'Somebody waters on each day, holidays too',
                  'The place to measure is marked with a stick',
                  'The table hangs where everybody passes',
                  'It is said what counts when a plant dies',
                ],
                reflectionPrompts: ['What will you do in week three, when nothing seems to happen?'],
              },
            },
            {
              title: 'Check yourself',
              type: 'assessment',
              duration: 5,
              required: true,
              interactive: true,
              content: {
                quizQuestions: [
                  {
                    question: 'The bed with compost also stands in more sun. What do the results say about compost?',
                    options: [
                      'That it works, if the plants are taller',
                      'Nothing: two things differ',
                      'That sun does not matter',
                    ],
                    correctAnswer: 1,
                  },
                ],
              },
            },
          ],
        },
      },
    ],
  },
]
