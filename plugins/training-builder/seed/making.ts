import type { SeedTraining } from './seed-module.ts'

/** Training of projects in which something is built or programmed. */
export const makingTraining: readonly SeedTraining[] = [
  {
    project: 'Line-Following Robot',
    modules: [
      {
        title: 'How a robot sees a line',
        description:
          'Before the first session you take the readings that the children will take, so that their questions do not surprise you.',
        estimatedDuration: 40,
        learningObjectives: [
          'Explain why a light sensor reads a number and not a colour',
          'Choose a threshold from readings on black, on white and on the edge',
        ],
        prerequisites: ['You have driven the robot in a square'],
        content: {
          sections: [
            {
              title: 'What the children find out',
              type: 'overview',
              duration: 5,
              required: true,
              content: {
                text: 'The sensor sends light down and measures how much comes back. White paper sends back a lot, black tape little. On the edge it sees some of both, and that is the place a good robot follows.\n\nChildren often believe that the sensor knows what black is. Let them find out that the number changes when a cloud passes or a hand casts a shadow.',
              },
            },
            {
              title: 'Take the readings yourself',
              type: 'practice',
              duration: 20,
              interactive: true,
              content: {
                text: 'Do this at the tables where the group will sit, at the same time of day.',
                materials: ['One robot kit', 'A strip of black tape on white board', 'Paper and pencil'],
                checklistItems: [
                  'Wrote down three readings on white',
                  'Wrote down three readings on black',
                  'Wrote down three readings on the edge',
                  'Repeated one of them with a hand over the table',
                ],
                reflectionPrompts: [
                  'How far apart were two readings of the same place?',
                  'Which seat in your room has the worst light?',
                ],
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
                    question: 'White reads 70 and black reads 20. Where do you put the threshold?',
                    options: [
                      'At 20, so that black is always found',
                      'At about 45, halfway',
                      'At 70, so that white is always found',
                    ],
                    correctAnswer: 1,
                  },
                  {
                    question: 'A robot that worked in the morning leaves the line after lunch. What do you ask first?',
                    options: [
                      'Is the program broken?',
                      'What do the sensors read now?',
                      'Are the batteries the right brand?',
                    ],
                    correctAnswer: 1,
                  },
                ],
              },
            },
          ],
        },
        resources: [
          {
            title: 'Experiments with light',
            type: 'link',
            url: 'https://www.exploratorium.edu/snacks',
            description: 'Short experiments with everyday things, also for groups that finish early.',
          },
        ],
      },
      {
        title: 'The time trial',
        description:
          'Session 4 is a race against the clock on a track that nobody has seen. This is how to keep it fair and calm.',
        estimatedDuration: 25,
        learningObjectives: ['Run time trials in which every pair drives twice', 'Let a pair find its own fault'],
        content: {
          sections: [
            {
              title: 'Build the track',
              type: 'build',
              duration: 15,
              interactive: true,
              content: {
                text: 'Build it the evening before, and turn it face down until the trial begins.',
                materials: ['Six white poster boards', 'Black electrical tape', 'A pencil and a plate for the curves'],
                steps: [
                  'Tape the boards together from behind.',
                  'Draw the line in pencil: one straight, two wide curves, one tight curve.',
                  'Tape along the pencil line in short pieces, so that curves do not crease.',
                ],
                checklistItems: ['Gather materials', 'Follow construction steps', 'Test your build'],
              },
            },
            {
              title: 'Rules of the trial',
              type: 'competition',
              duration: 10,
              interactive: true,
              content: {
                rules: [
                  'Every pair drives twice; the better lap counts.',
                  'Between the laps a pair may change one thing, and says beforehand which.',
                  'A robot that leaves the line is put back where it left, and the clock runs on.',
                ],
                scoringCriteria: ['Seconds for the lap', 'One line on why the second lap was better or worse'],
                timeLimit: 3,
                teamSize: 2,
              },
            },
          ],
        },
      },
    ],
  },
  {
    project: 'My First Video Game',
    modules: [
      {
        title: 'Small games first',
        description:
          'Most games that are never finished were too big on the first day. You make the smallest one yourself, and learn to ask for it.',
        estimatedDuration: 45,
        learningObjectives: [
          'Help a child to cut an idea down to one button',
          'Lead a play-test in which the maker keeps silent',
        ],
        content: {
          sections: [
            {
              title: 'Three questions on paper',
              type: 'instruction',
              duration: 10,
              required: true,
              content: {
                text: 'Nobody opens the laptop before these three have an answer: Who is the player? What does the button do? How does the game end?\n\nWhen a child says “and then there is a second level”, write it on the back of the paper. It is not lost, and it is not for today.',
                steps: [
                  'Ask the three questions, one at a time.',
                  'Draw the screen at the start and the screen at the end.',
                  'Ask what the player does in the first five seconds.',
                ],
              },
            },
            {
              title: 'Make a game in twenty minutes',
              type: 'practice',
              duration: 25,
              interactive: true,
              content: {
                text: 'A cat jumps over a ball; when the ball touches the cat, it is over. Make it in Scratch, without sound and without a title screen.',
                mediaUrl: 'https://scratch.mit.edu/projects/editor',
                checklistItems: [
                  'It can be started',
                  'It can be lost',
                  'It counts something',
                  'Somebody else has played it',
                ],
                reflectionPrompts: [
                  'What did you leave out that you wanted to keep?',
                  'Where did your player hesitate?',
                ],
              },
            },
            {
              title: 'Silent play-test',
              type: 'assessment',
              duration: 10,
              required: true,
              interactive: true,
              content: {
                quizQuestions: [
                  {
                    question: 'A child plays a classmate’s game and does not find the button. What does the maker do?',
                    options: [
                      'Says which button it is',
                      'Writes down that it was not found',
                      'Takes over and shows the game',
                    ],
                    correctAnswer: 1,
                  },
                  {
                    question: 'A pair has ten ideas after the play-test and twenty minutes left. What do you advise?',
                    options: [
                      'Begin with the most exciting one',
                      'Change one thing that a player stumbled over',
                      'Divide the ideas among them',
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
    project: 'Bridges That Hold',
    modules: [
      {
        title: 'Why triangles',
        description:
          'Load a square and a triangle with your own hands, and know which three mistakes most bridges have.',
        estimatedDuration: 50,
        learningObjectives: [
          'Show with four sticks why a square folds and a triangle does not',
          'Name where a truss bridge usually gives way',
          'Load a bridge so that nobody is hurt',
        ],
        content: {
          sections: [
            {
              title: 'What a truss is',
              type: 'overview',
              duration: 10,
              required: true,
              content: {
                text: 'A truss is a frame of triangles. Each stick is only pulled or only pressed. Four sticks in a square fold as soon as you push a corner; three in a triangle cannot, unless a stick breaks.\n\nSticks are strong when they are pulled. Long thin sticks that are pressed bend sideways, and that is how most bridges of craft sticks end.',
              },
            },
            {
              title: 'Build one panel',
              type: 'build',
              duration: 25,
              interactive: true,
              content: {
                materials: ['20 craft sticks', 'Wood glue', 'Clothes pegs, as clamps', 'A ruler'],
                steps: [
                  'Lay the lower edge of 40 cm, overlapping sticks by a third.',
                  'Glue the upper edge 8 cm above it.',
                  'Fill the space with triangles, and clamp each joint with a peg.',
                  'Let it dry until tomorrow: wet glue is the commonest reason to fail.',
                ],
                checklistItems: ['Gather materials', 'Follow construction steps', 'Test your build'],
              },
            },
            {
              title: 'Loading without getting hurt',
              type: 'instruction',
              duration: 10,
              required: true,
              content: {
                steps: [
                  'Set the bridge between two tables, over a box with a cushion.',
                  'Shoes on, faces away, one person adds books.',
                  'Put each book down slowly and count to five.',
                  'When it cracks, nobody reaches under it.',
                ],
                text: 'A bridge that breaks is the best moment of the project. Ask where it began before anybody picks up the pieces.',
              },
            },
          ],
        },
      },
    ],
  },
]
