import type { SeedTraining } from './seed-module.ts'

/** Training of projects in which people speak, plan and play. */
export const societyTraining: readonly SeedTraining[] = [
  {
    project: 'Two Sides, One Room',
    modules: [
      {
        title: 'Leading a debate without taking sides',
        description: 'You keep time, protect the quiet ones and hide your opinion. All three can be practised.',
        estimatedDuration: 45,
        learningObjectives: [
          'Open and close a round in under a minute',
          'Stop an attack on a person without shaming anybody',
          'Ask for reasons on both sides alike',
        ],
        content: {
          sections: [
            {
              title: 'Why lots are drawn',
              type: 'overview',
              duration: 5,
              required: true,
              content: {
                text: 'Children argue the side that the lot gives them. So nobody defends the own family or faith, and everybody has to find good reasons for what they do not believe. Say this before each debate, in your own words.',
              },
            },
            {
              title: 'Sentences that help',
              type: 'instruction',
              duration: 15,
              required: true,
              content: {
                steps: [
                  '“Say it about the argument, not about Sam.”',
                  '“You have thirty seconds left: what is your strongest reason?”',
                  '“Before you answer, say what the other side meant. Did they?”',
                  '“We have not heard this corner of the room yet.”',
                ],
                text: 'Learn two of them by heart. In the moment itself nobody finds good words.',
              },
            },
            {
              title: 'A round with colleagues',
              type: 'practice',
              duration: 20,
              interactive: true,
              content: {
                text: 'Debate with two other instructors for ten minutes: should homework be abolished? One of you leads.',
                checklistItems: [
                  'Kept the time to the second',
                  'Asked both sides for a reason',
                  'Nobody could tell your opinion',
                ],
                reflectionPrompts: ['When did you want to join in, and what gave you away?'],
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
                    question: 'A child begins to cry because the topic touches the own family. What do you do?',
                    options: [
                      'Go on, so that it does not get worse',
                      'Stop the round, see to the child, and choose another topic',
                      'Ask the group to be kinder',
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
  {
    project: 'A Neighbourhood for 5,000',
    modules: [
      {
        title: 'Planning with a budget',
        description:
          'You play one round of the planning game yourself, so that you know where groups quarrel and why that is useful.',
        estimatedDuration: 50,
        learningObjectives: [
          'Explain the budget of land and money in two minutes',
          'Let a group find a compromise without offering one',
        ],
        content: {
          sections: [
            {
              title: 'The two budgets',
              type: 'instruction',
              duration: 15,
              required: true,
              content: {
                text: 'Each team has a hundred squares of land and a hundred coins. Houses cost little and need much land; flats the other way round. Whoever forgets the way to school pays for it in the council.',
                steps: [
                  'Give out land before coins.',
                  'Let the team place the school first.',
                  'Stop after ten minutes and ask who has no work, no shade or no water.',
                ],
              },
            },
            {
              title: 'Play it yourself',
              type: 'practice',
              duration: 25,
              interactive: true,
              content: {
                materials: ['Squared paper, 10 by 10', 'Coloured pencils', 'A hundred coins of paper'],
                checklistItems: [
                  'Everybody has a home',
                  'Every child can walk to school',
                  'There is somewhere to play',
                  'The coins were enough',
                ],
                reflectionPrompts: ['What did you give up, and who would mind?'],
              },
            },
            {
              title: 'The council',
              type: 'competition',
              duration: 10,
              interactive: true,
              content: {
                rules: [
                  'Each team speaks for three minutes.',
                  'The council asks two questions and the team answers at once.',
                  'Nobody votes for the own plan.',
                ],
                scoringCriteria: [
                  'Everybody is thought of',
                  'Both budgets are kept',
                  'Questions are answered honestly',
                ],
                timeLimit: 5,
                teamSize: 4,
              },
            },
          ],
        },
      },
    ],
  },
  {
    project: 'Three Minutes Close to Home',
    modules: [
      {
        title: 'Filming people',
        description: 'Whom you may film, how to ask, and how an interview becomes a conversation.',
        estimatedDuration: 40,
        learningObjectives: [
          'Get consent before the camera is on',
          'Ask questions that cannot be answered with yes',
          'Record sound that can be understood',
        ],
        content: {
          sections: [
            {
              title: 'Ask first',
              type: 'overview',
              duration: 10,
              required: true,
              content: {
                text: 'Everybody who can be recognized has said yes before, and for a child a guardian has. Whoever says no is not persuaded, and is not filmed from behind either. People may change their mind until the evening of the showing; say so when you ask.\n\nLook at the group’s consents in Trellis before the first day of filming, and plan the roles so that nobody stands out who is not to be seen.',
              },
            },
            {
              title: 'An interview of two minutes',
              type: 'practice',
              duration: 20,
              interactive: true,
              content: {
                text: 'Interview a colleague about a street that has changed. Listen to the recording on headphones afterwards.',
                checklistItems: [
                  'Asked before recording',
                  'The microphone was an arm’s length away',
                  'No question could be answered with yes',
                  'Waited three seconds after each answer',
                ],
                reflectionPrompts: ['What was said in the silence after an answer?'],
              },
            },
            {
              title: 'Check yourself',
              type: 'assessment',
              duration: 10,
              required: true,
              interactive: true,
              content: {
                quizQuestions: [
                  {
                    question:
                      'A shop owner agrees to be filmed. Two customers walk through the picture. What do you do?',
                    options: [
                      'Nothing: it is a shop',
                      'Ask both, or film again without them',
                      'Blur them if they complain',
                    ],
                    correctAnswer: 1,
                  },
                  {
                    question:
                      'A guardian has not answered whether the child may be shown. The child wants to act. What now?',
                    options: [
                      'The child works with sound or the cut until there is an answer',
                      'The child acts, and is cut out if needed',
                      'The child stays at home',
                    ],
                    correctAnswer: 0,
                  },
                ],
              },
            },
          ],
        },
      },
    ],
  },
  {
    project: 'Instruments from Scrap',
    modules: [
      {
        title: 'From noise to a note',
        description:
          'Make a string, a pipe and a drum, tune each, and plan a room in which twelve children do the same.',
        estimatedDuration: 45,
        learningObjectives: [
          'Make a note higher or lower in two ways',
          'Lead a loud group with signs instead of words',
        ],
        content: {
          sections: [
            {
              title: 'Three ways to make a sound',
              type: 'overview',
              duration: 10,
              required: true,
              content: {
                text: 'Something swings, and the air carries it. A short string, a tight string and a thin string sound higher. A short pipe sounds higher than a long one. A drum sounds higher when its skin is tighter.\n\nLet the children find the sentence “shorter is higher” by themselves; it takes ten minutes and they keep it for life.',
              },
            },
            {
              title: 'Make and tune a pipe',
              type: 'build',
              duration: 25,
              interactive: true,
              content: {
                materials: [
                  'Plastic pipe, 60 cm',
                  'A saw and sandpaper',
                  'Cork or clay for one end',
                  'A tuner on a phone',
                ],
                steps: [
                  'Close one end.',
                  'Blow across the other and read the note.',
                  'Saw off one centimetre and read again.',
                  'Sand the edge until no lip can be cut.',
                ],
                checklistItems: ['Gather materials', 'Follow construction steps', 'Test your build'],
              },
            },
            {
              title: 'A loud room',
              type: 'practice',
              duration: 10,
              interactive: true,
              content: {
                text: 'Agree on three signs before the first instrument is handed out, and practise them without instruments.',
                checklistItems: ['A sign for silence', 'A sign for one group alone', 'A sign for everybody'],
                reflectionPrompts: ['Who in your group finds noise hard, and where could that child sit?'],
              },
            },
          ],
        },
      },
    ],
  },
]
