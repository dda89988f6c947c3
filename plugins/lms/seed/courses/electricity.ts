import {
  newBlanks,
  newMatching,
  number,
  newOrdering,
  newRightAnswer,
  newMultiple,
  newShortText,
  newSingle,
  newTrueFalse,
} from '../questions.ts'
import { bullets, heading, picture, steps, table, tip, warning } from '../writing.ts'
import type { DemoCourse } from '../course.ts'

export const electricity: DemoCourse = {
  title: 'Electricity: Make It Light',
  description:
    'Why does a lamp light up? Build circuits on the screen and on the table, find out what current and voltage are, and make something with a switch that nobody has made before.',
  category: 'science-engineering',
  level: 'beginner',
  audience: 'students',
  status: 'published',
  isFeatured: true,
  cover: 'electricity',
  tags: ['electricity', 'circuits', 'grades 4 to 7'],
  objectives: [
    'Build a circuit with a battery, a switch and a lamp',
    'Say what current and voltage are',
    'Tell a circuit in series from one in parallel',
    'Know which electricity you never experiment with',
  ],
  prerequisites: [],
  chapters: [
    {
      title: 'The loop',
      description: 'Electricity needs a way there and a way back.',
      lessons: [
        {
          kind: 'article',
          title: 'A way there and a way back',
          about: 'Why one wire is not enough.',
          minutes: 8,
          isPreview: true,
          body: [
            'Take a battery, a lamp and one wire. Can you make the lamp light? Try to draw it before you read on.',
            picture(
              'circuit',
              'A battery, a lamp and a switch joined by wires in one closed loop. The lamp is lit.',
              'A closed loop: out of the battery, through the lamp, back into the battery.',
            ),
            'A lamp lights up only if there is a **closed loop**: out of the battery at one end, through the lamp, back into the battery at the other end. We call the loop a **circuit**. If it is open anywhere, even by a hair’s breadth, nothing flows at all.',
            heading('What flows?'),
            'Wires are made of metal, and metal is full of tiny particles called **electrons** that can move. The battery pushes them, all of them at once, like a bicycle chain: push it here, and it moves everywhere. That is why the lamp lights the moment you close the switch.',
            bullets(
              '**Current** is how much flows past each second. We measure it in **amperes** (A).',
              '**Voltage** is how hard the battery pushes. We measure it in **volts** (V).',
              '**Resistance** is how hard it is to get through. We measure it in **ohms** (Ω).',
            ),
            tip('A switch is only a gap that you can close. You can make one from a paper clip and two drawing pins.'),
          ],
        },
        {
          kind: 'article',
          title: 'Which electricity is safe?',
          about: 'Three rules. Learn them before you touch a wire.',
          minutes: 5,
          body: [
            picture(
              'safe-unsafe',
              'Left, with a tick: round batteries of 1.5 volts and a block of 9 volts. Right, crossed out: a wall socket, a phone battery, a button cell.',
              'Left: yes. Right: never.',
            ),
            steps(
              '**Only small batteries:** 1.5 volt round ones (AA, AAA) or a 9 volt block.',
              '**Never a wall socket**, nothing that is plugged into one, and nothing that hangs on a pole. That electricity can kill, and you can’t see it.',
              '**Never join the two ends of a battery with a wire alone.** There has to be a lamp or something else in the loop. Without it, battery and wire get very hot. That is called a short circuit.',
            ),
            warning(
              'Don’t open, bend or pierce phone batteries: they can burst into flames. Button cells look like sweets and are dangerous when swallowed, even when they are flat. If somebody has swallowed one, tell an adult at once, and the adult calls for help straight away. Nobody will be cross.',
            ),
          ],
        },
        {
          kind: 'video',
          title: 'Closed, open, closed',
          about: 'A drawn film of one minute at most, without sound. Watch the dots.',
          minutes: 3,
          body: [
            'The dots stand for what flows. Stop the film when the switch opens: which dots stop first? (It’s a trick question. Look closely!) We draw the dots going from plus to minus, as everybody does in diagrams. Electrons really move the other way: people chose the direction before electrons had been found.',
          ],
          file: 'circuit.webm',
          captions: 'circuit.vtt',
        },
        {
          kind: 'interactive',
          title: 'The circuit bench',
          about: 'Close the switch, add batteries, add lamps. Solve three riddles.',
          minutes: 10,
          body: [
            'You can’t break anything here, so try everything. Below the bench you find three riddles: each tells you when you have solved it.',
          ],
          file: 'circuit-bench.zip',
          height: 1060,
        },
      ],
    },
    {
      title: 'One after the other, side by side',
      description: 'Two lamps, two ways.',
      lessons: [
        {
          kind: 'article',
          title: 'Series and parallel',
          about: 'Why the other lamps at home stay on when one breaks.',
          minutes: 8,
          body: [
            picture(
              'series-parallel',
              'Left: two lamps in one loop, both dim. Right: two lamps, each in a loop of its own to the same battery, both bright.',
              'Left in series, right in parallel.',
            ),
            table(
              ['', 'In series', 'In parallel'],
              ['How', 'One loop, lamps one after the other', 'Each lamp has a loop of its own'],
              ['How bright', 'Both dimmer: they share the push', 'Both as bright as one alone'],
              ['One lamp is taken out', 'The other goes out', 'The other stays lit'],
              ['The battery', 'Lasts longer', 'Empties about twice as fast'],
            ),
            'The lamps at your home are in parallel. Each has the full push, and each has a switch of its own.',
            heading('A rule with three letters'),
            'There is a rule for all of this: current = voltage ÷ resistance, or in letters **I = V ÷ R**. Push harder, and more flows. Make it harder to get through, and less flows. With 3 volts and a resistance of 150 ohms, 3 ÷ 150 = 0.02 amperes flow. That is about as much as a small light-emitting diode, an LED, can take.',
          ],
        },
        {
          kind: 'quiz',
          title: 'Does it light?',
          about: 'Seven questions. Draw if it helps.',
          minutes: 8,
          body: ['Practise as often as you want. You see at once why.'],
          questions: [
            newSingle(
              'One wire goes from the battery’s plus end to the lamp. Nothing else. What happens?',
              ['The lamp lights weakly', 'The lamp lights', newRightAnswer('Nothing'), 'The battery gets hot'],
              'There is no way back: the loop is open.',
            ),
            newBlanks(
              'A way there and a way back make a closed {{loop|circuit}}. A {{switch}} is a gap that you can close.',
              'That is really all there is to it.',
            ),
            newMatching(
              'What is measured in what?',
              [
                ['Voltage', 'Volts'],
                ['Current', 'Amperes'],
                ['Resistance', 'Ohms'],
              ],
              'They are named after Volta, Ampère and Ohm, three scientists who lived two hundred years ago.',
            ),
            number(
              'A battery pushes with 3 volts through 150 ohms. How many amperes flow?',
              { answer: 0.02, tolerance: 0.001, unit: 'A' },
              '3 ÷ 150 = 0.02 A. You may also say 20 milliamperes.',
            ),
            newMultiple(
              'Two lamps in parallel. One is taken out. What is true?',
              [
                newRightAnswer('The other stays lit'),
                'The other goes out',
                newRightAnswer('Less current leaves the battery than before'),
              ],
              'Each has a loop of its own. One loop less means less current in all.',
            ),
            newTrueFalse(
              'You may experiment with a wall socket if an adult is in the room.',
              false,
              'Never. Use batteries. The electricity in the wall can kill.',
            ),
            newShortText(
              'What do we call it when the two ends of a battery are joined by a wire alone?',
              ['short circuit', 'a short circuit', 'short-circuit', 'short'],
              'A short circuit: nothing holds the current back, and the wire gets hot.',
            ),
          ],
        },
      ],
    },
    {
      title: 'Make something',
      description: 'Your own circuit, and a check at the end.',
      lessons: [
        {
          kind: 'project',
          title: 'A thing that lights up',
          about: 'A card, a lighthouse, a quiz with lamps, a burglar alarm for your pencil case …',
          minutes: 90,
          body: [
            'Make something with at least one battery, one lamp or LED and one **switch that you have made yourself**. You can work alone or with up to two others.',
            steps(
              'Draw your circuit. Follow it with your finger: is the loop closed?',
              'Build it with paper clips and tape first. Does it light?',
              'Now build the real thing.',
              'Show it to somebody without explaining. What do they do? Make one change.',
            ),
            table(
              ['Your LED stays dark?', 'Try this'],
              ['It has a long leg and a short leg', 'The long leg goes towards plus. Try it the other way round.'],
              [
                'It is bright and then dead',
                'It needs a resistor of about 390 ohms with a 9 volt block, or take two round batteries and 150 ohms.',
              ],
              ['Still dark', 'Change one thing at a time: battery, wire, LED'],
            ),
            'Hand in your drawing and a picture of what you have made (leave people out of the picture), and write two sentences about what didn’t work at first.',
          ],
          handIn: ['file', 'text'],
          team: 3,
          rubric: [
            {
              name: 'The circuit',
              levels: [
                ['Doesn’t light yet', 0],
                ['Lights', 3],
                ['Lights, and I can explain every part', 4],
              ],
            },
            {
              name: 'The switch',
              levels: [
                ['Bought, or none', 0],
                ['Home-made', 2],
                ['Home-made and fits what the thing is for', 3],
              ],
            },
            {
              name: 'What didn’t work',
              levels: [
                ['Nothing written', 0],
                ['I wrote what happened', 2],
                ['I wrote what I changed and why', 3],
              ],
            },
          ],
        },
        {
          kind: 'assessment',
          title: 'Electricity check',
          about: 'Seven in ten points to pass, two tries.',
          minutes: 12,
          body: ['You have fifteen minutes. Draw on paper if you like. You see the answers when you have finished.'],
          passMark: 70,
          attempts: 2,
          timeLimit: 15,
          drawn: { bank: 'Electricity', count: 2 },
          questions: [
            newOrdering(
              'The switch sits between the plus end and the lamp. You follow the loop, starting at plus. Put it in order.',
              ['Plus end of the battery', 'Switch', 'Lamp', 'Minus end of the battery'],
              'Out at plus, in at minus. The switch could just as well stand behind the lamp: anywhere in the loop it stops everything.',
            ),
            newSingle(
              'Two lamps in series, and you add a third. What happens?',
              ['All get brighter', newRightAnswer('All get dimmer'), 'Only the third is dim', 'Nothing changes'],
              'The same push now has to get through three lamps.',
            ),
            newMultiple(
              'Which are short circuits?',
              [
                newRightAnswer('A wire from plus to minus with nothing in between'),
                'A lamp between plus and minus',
                newRightAnswer('A wire laid across both ends of the lamp'),
              ],
              'In the third one everything takes the easy way, past the lamp.',
            ),
            number(
              'How many volts do two 1.5 volt batteries give, one after the other?',
              { answer: 3, tolerance: 0, unit: 'V' },
              '1.5 + 1.5 = 3. One behind the other, plus to minus, the pushes add up.',
            ),
            newTrueFalse(
              'The lamps at home are connected in series.',
              false,
              'In parallel: otherwise one broken lamp would leave you in the dark.',
            ),
            newSingle(
              'Your little brother may have swallowed a button cell. What do you do?',
              [
                'Wait whether he feels ill',
                'Give him a lot to drink',
                newRightAnswer('Tell an adult at once, who calls for help straight away'),
                'Look in the waste bin first',
              ],
              'It can burn a hole inside within two hours. Nobody will be cross. Hurry.',
            ),
          ],
        },
      ],
    },
  ],
}
