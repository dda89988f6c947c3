import { newBlanks, number, newRightAnswer, newMultiple, newSingle, newTrueFalse } from '../questions.ts'
import { bullets, code, heading, picture, steps, table, tip, warning } from '../writing.ts'
import type { DemoCourse } from '../course.ts'

export const robotics: DemoCourse = {
  title: 'Running a Robotics Session',
  description:
    'Made for “Line-Following Robot”: how light sensors see, what to say when nothing moves, how pairs share one kit fairly, and how to let children find their own faults. You need not be an engineer.',
  category: 'science-engineering',
  level: 'intermediate',
  audience: 'instructors',
  status: 'published',
  isFeatured: true,
  cover: 'robotics',
  tags: ['robotics', 'coding', 'Line-Following Robot'],
  objectives: [
    'Explain how two light sensors keep a robot on a line',
    'Set up pairs, kits and tracks so that ninety minutes are enough',
    'Help children find a fault by changing one thing at a time',
    'Handle batteries, tools and small parts safely',
  ],
  prerequisites: ['Your First Session: From Plan to Goodbye'],
  after: ['Your First Session: From Plan to Goodbye'],
  chapters: [
    {
      title: 'How it works',
      description: 'Sense, decide, act.',
      lessons: [
        {
          kind: 'video',
          title: 'How a robot follows a line',
          about: 'A short drawn film, without sound: what the two sensors see, and what the motors do about it.',
          minutes: 4,
          isPreview: true,
          body: [
            'Watch the two lamps on the robot. Each shows what one sensor sees: lit for white, dark for black. Stop the film at each bend and say what the motors will do before you go on.',
            code(
              'if left sees black:   turn left\nif right sees black:  turn right\notherwise:            drive straight on',
            ),
            'Three lines are all there is to it. The rest of the project is finding out what “sees black” means in your room, under your lamps, with your tape.',
          ],
          file: 'line-follower.webm',
          captions: 'line-follower.vtt',
        },
        {
          kind: 'article',
          title: 'What a light sensor says',
          about: 'Numbers, not colours: why a robot that worked at home fails in the gym.',
          minutes: 8,
          body: [
            'The sensor shines a little light down and measures how much comes back. It knows nothing of black and white. It answers with a number, and the number depends on the paper, the tape, the height above the ground and the light in the room.',
            table(
              ['Under the sensor', 'By the window', 'In the gym, lamps on'],
              ['White board', '82', '61'],
              ['Edge of the tape', '47', '36'],
              ['Black tape', '14', '9'],
            ),
            'The rule is: measure on white, measure on black, and take the **middle** as the border. By the window that is (82 + 14) ÷ 2 = 48. Children who write down the three numbers at the start of every session will not need you when the sun comes out.',
            picture(
              'sensor-height',
              'Three robots from the side with the sensor 2, 8 and 20 millimetres above the ground; the cone of light grows and its answer gets weaker.',
              'Near the ground, about the thickness of a finger at most.',
            ),
            tip(
              'Cover a sensor with your finger and ask: “What will the robot do now?” It is the quickest test of whether a pair has understood the loop.',
            ),
          ],
        },
        {
          kind: 'interactive',
          title: 'Try it: set the border',
          about: 'A robot on the screen. Move the slider until it stays on the line.',
          minutes: 6,
          body: [
            'Set the border too low, and the robot never sees the line. Set it too high, and it sees black everywhere and turns on the spot. Find the range in which it comes round, then switch the lamps on and find it again. Use it with the whole group on a big screen before the kits come out.',
          ],
          file: 'line-follower.zip',
          height: 700,
        },
      ],
    },
    {
      title: 'In the room',
      description: 'Pairs, kits, batteries, faults.',
      lessons: [
        {
          kind: 'presentation',
          title: 'Four sessions at a glance',
          about: 'Eight slides for your own preparation, or for the screen.',
          minutes: 8,
          body: [
            'The plan of the four sessions with what each pair should be able to show at the end. If a session gets shorter, keep the measuring and drop the decoration, however much it hurts.',
          ],
          file: 'four-robotics-sessions.pdf',
        },
        {
          kind: 'article',
          title: 'Driver and navigator',
          about: 'One kit, two children, no elbows.',
          minutes: 7,
          body: [
            'With one kit for two, one child builds and the other watches, and after three weeks you have an engineer and an audience. Give the two seats names and change them by the clock.',
            bullets(
              'The **driver** has the hands on the kit or the keyboard, and does only what the navigator has said.',
              'The **navigator** reads the plan, says the next step aloud and looks out for mistakes, hands in the lap.',
              'After **eight minutes** a bell: change seats. No exceptions, not even for “just this one screw”.',
            ),
            'Put children together who are about equally quick: a quick child with a slow one sounds kind and ends with one of them bored. Look each week who has touched the motor. If girls end up with the poster, change the pairs, not the girls.',
            heading('Batteries and small parts'),
            bullets(
              'No loose batteries in bags or pockets: keys and coins short them, and they get hot.',
              'Lithium packs are charged by adults, on a hard surface, with the charger that belongs to them. A pack that is swollen, dented or hot goes out of the room, away from anything that burns, and is never used again.',
              'Motors and gears: hair tied back, sleeves up, no necklaces.',
            ),
            warning(
              'Button cells and magnets are the most dangerous things in the box. Keep them in a closed tin and count them. If a child may have swallowed one, ring the emergency number or your poison centre at once, do not make the child vomit, and do not wait for signs.',
            ),
          ],
        },
        {
          kind: 'article',
          title: 'It doesn’t move!',
          about: 'A fault is the best lesson of the day, if you keep your hands off.',
          minutes: 8,
          body: [
            'The quickest way to help is to do it yourself, and it teaches nothing. Put your hands behind your back and ask.',
            steps(
              '“What did you expect? What happened instead?”',
              '“What worked last? What have you changed since?”',
              '“What could it be? Name three things.”',
              '“Which of them can you check most quickly?” Change **one** thing. Try. Write it down.',
              '“What did you find? How will you know it next time?”',
            ),
            table(
              ['What you see', 'Look first at'],
              ['Nothing at all', 'Batteries: in, charged, the right way round. Switch.'],
              ['Turns in circles', 'One motor is plugged in the wrong way or is loose'],
              ['Drives straight over the line', 'Border: measure again. Sensor too high.'],
              ['Trembles along the edge', 'Too fast for the loop: slow down'],
              ['Worked before the break', 'Sunlight has moved. Batteries are weaker.'],
            ),
            'Children may ask three sources before they ask you: the plan, their partner, another pair. Write “3 before me” on the wall.',
          ],
        },
        {
          kind: 'quiz',
          title: 'Ready for the kits?',
          about: 'Six questions before your first session.',
          minutes: 6,
          body: ['As often as you like.'],
          questions: [
            number(
              'White reads 82, black reads 14. Where do you set the border?',
              { answer: 48, tolerance: 2 },
              'In the middle: (82 + 14) ÷ 2 = 48. A little to either side works as well.',
            ),
            newSingle(
              'A robot that worked before the break leaves the line after it. What do you ask the pair to do first?',
              [
                'Write the program anew',
                newRightAnswer('Measure white and black again'),
                'Take a new robot',
                'Drive faster',
              ],
              'The light has changed, or the batteries have. Measuring takes a minute and settles it.',
            ),
            newMultiple(
              'Who does what? Choose what is right.',
              [
                newRightAnswer('The navigator says the next step aloud'),
                'The navigator may take the keyboard when it gets tricky',
                newRightAnswer('The seats change by the clock'),
                newRightAnswer('The driver does only what the navigator has said'),
              ],
              'Once the navigator may take over, there is only one seat.',
            ),
            newBlanks(
              'To find a fault, change {{one}} thing at a time.',
              'After two changes you don’t know which of them helped.',
            ),
            newTrueFalse(
              'A swollen lithium pack can be used up if it is watched.',
              false,
              'It can catch fire without warning. Take it outside, away from anything that burns, and ask your waste centre.',
            ),
            newSingle(
              'A child says: “My robot is stupid.” What helps most?',
              [
                '“Let me have a look.”',
                '“It isn’t stupid, you are.”',
                newRightAnswer('“What did you expect, and what did it do?”'),
                '“Try again.”',
              ],
              'The question turns a judgement into an observation.',
            ),
          ],
        },
        {
          kind: 'project',
          title: 'Build the track for your group',
          about: 'Make a track that teaches something, and a card that says what.',
          minutes: 90,
          isRequired: false,
          body: [
            'Build a track of your own for “Line-Following Robot” with black tape on white board: one straight, one gentle bend, one sharp bend, one surprise. Let a robot or a colleague’s finger run it.',
            'Hand in a photograph of the track (no people on it) and a card of at most sixty words: what is each part for, and what will children learn where the robot fails? You may do it with a colleague.',
          ],
          handIn: ['file', 'text'],
          team: 2,
          rubric: [
            {
              name: 'The track',
              levels: [
                ['Fewer than four parts', 0],
                ['Four parts, tape firmly down', 2],
                ['Four parts, each a little harder than the one before', 4],
              ],
            },
            {
              name: 'The surprise',
              levels: [
                ['None', 0],
                ['Hard by chance', 1],
                ['Shows a limit of the program, such as a crossing or a gap', 3],
              ],
            },
            {
              name: 'The card',
              levels: [
                ['Describes the track', 0],
                ['Says what children learn', 2],
                ['Says it in words that a child could read', 3],
              ],
            },
          ],
        },
      ],
    },
  ],
}
