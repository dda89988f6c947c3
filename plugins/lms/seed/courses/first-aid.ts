import {
  newBlanks,
  newMatching,
  number,
  newOrdering,
  newRightAnswer,
  newMultiple,
  newSingle,
  newTrueFalse,
} from '../questions.ts'
import { bullets, heading, picture, steps, table, tip, warning } from '../writing.ts'
import type { DemoCourse } from '../course.ts'

export const firstAid: DemoCourse = {
  title: 'First Aid for Youth Programs',
  description:
    'The injuries and illnesses that really happen where children build, run, cook and camp, and what you do in the first five minutes. It refreshes a hands-on first aid course and does not replace one.',
  category: 'teamwork-communication',
  level: 'beginner',
  audience: 'instructors',
  status: 'published',
  isFeatured: true,
  cover: 'first-aid',
  tags: ['first aid', 'safety', 'required', 'all programs'],
  objectives: [
    'Check a scene and a child in a fixed order',
    'Treat bleeding, burns, choking, fits, asthma and severe allergy until help comes',
    'Start chest compressions at the right rate',
    'Know what to write down and whom to tell',
  ],
  prerequisites: ['A hands-on first aid course in the last two or three years, as your local rules say'],
  chapters: [
    {
      title: 'The first minute',
      description: 'The same order every time, so that you don’t have to think.',
      lessons: [
        {
          kind: 'article',
          title: 'Safe, awake, breathing',
          about: 'Danger, response, airway, breathing: the check that comes before everything else.',
          minutes: 8,
          isPreview: true,
          body: [
            'In an emergency nobody rises to the occasion; we fall back on what we have practised. So practise one order, the same for a fall in the gym and a fit in the workshop.',
            steps(
              '**Danger.** Is it safe for you? Switch off the power, stop the saw, get the others away. A second casualty helps nobody.',
              '**Response.** Speak to the child by name and tap the shoulder. A child who cries or answers is breathing.',
              '**Shout for help.** Send one named person to call the emergency number, another for the first aid kit and the defibrillator (AED). If you are alone, put your phone on speaker beside you.',
              '**Airway.** No response? Lay the child on the back. One hand on the forehead, two fingers under the chin: tilt the head gently back.',
              '**Breathing.** Look, listen and feel for no more than ten seconds. A gasp now and then is not breathing.',
            ),
            picture(
              'recovery-position',
              'A child lies on the side, one hand under the cheek, the upper knee bent, the head tilted back.',
              'The recovery position: breathing, but not responding.',
            ),
            table(
              ['What you find', 'What you do'],
              ['Answers you', 'Find out what hurts. Treat it. Stay.'],
              [
                'Doesn’t respond, breathes normally',
                'Recovery position, call for an ambulance, check the breathing again every minute.',
              ],
              [
                'Doesn’t respond, doesn’t breathe normally',
                'Call for an ambulance, start CPR, send for the AED and switch it on as soon as it comes.',
              ],
            ),
            tip(
              'Emergency numbers: 112 in the European Union and much of the world, 911 in North America, 999 in the United Kingdom, 000 in Australia. Know your own, and know the address of your room: write both on the wall beside the kit.',
            ),
            'Teaching of first aid differs a little from country to country, and it changes as more is learnt. Where this course and your own hands-on course differ, do what your course taught you.',
          ],
        },
        {
          kind: 'audio',
          title: 'The beat of compressions',
          about: 'Thirty ticks at 110 a minute, a pause for two breaths, and thirty more.',
          minutes: 3,
          body: [
            'Compressions work at 100 to 120 a minute, which is faster than most people think. Play this with your hands on a firm cushion, straight arms, and push on each tick. Let the chest come up fully in between.',
            'Press the lower half of the breastbone about a third of the depth of the chest: about 5 cm for a child. One hand will do for a small child, two for a bigger one. The pause is for two breaths, if you have learnt to give them, and should be shorter than ten seconds. Some countries teach five breaths first for a child. If you can’t or don’t want to give breaths, go on pressing without a pause: compressions alone are far better than nothing.',
          ],
          file: 'compressions.wav',
          transcript:
            'Thirty ticks, 110 a minute, which takes a little over sixteen seconds. A pause of six seconds for two breaths. Thirty ticks again.',
        },
      ],
    },
    {
      title: 'What happens most',
      description: 'Cuts, burns, knocks, nosebleeds.',
      lessons: [
        {
          kind: 'article',
          title: 'Bleeding, burns, bumps',
          about: 'Three everyday injuries and the mistakes that are made with each.',
          minutes: 10,
          body: [
            heading('Bleeding'),
            'Put on gloves. Press on the wound with a clean pad, firmly, without looking every few seconds whether it has stopped. Then bandage it. If blood soaks through, press harder with another pad on top. Never pull out something that is stuck in a wound: press beside it. If blood spurts or will not stop, call an ambulance, go on pressing, and use a tourniquet if you have one and have learnt to.',
            'A nosebleed: sit, lean **forward**, pinch the soft part of the nose for ten to fifteen minutes, breathe through the mouth. Leaning back only sends blood into the stomach.',
            heading('Burns and scalds'),
            picture(
              'cool-burn',
              'Cool water runs over a burned forearm; a clock beside it shows twenty minutes.',
              'Cool running water, twenty minutes.',
            ),
            steps(
              'Get the child away from the heat. Take off rings, watches and clothes near the burn, but nothing that sticks to it.',
              'Cool it under cool running water for **20 minutes**. It helps up to three hours after the burn. Keep the rest of the child warm.',
              'Cover it loosely with cling film laid on lengthwise, or with a clean dressing that doesn’t stick.',
            ),
            warning(
              'No ice, no butter, no toothpaste, no creams. Don’t burst blisters. A doctor should see every burn that is bigger than the child’s own palm, that is on face, hands, feet, joints or private parts, that goes all the way round, that looks white or charred, or that comes from electricity or chemicals.',
            ),
            heading('A knock on the head'),
            'Stop the game at once. Whoever might have a concussion does not play on that day: **if in doubt, sit them out**. Tell the family in person what happened and what to look for.',
            'Call an ambulance for unconsciousness, a fit, vomiting more than once, confusion, a headache that grows, weakness, unequal pupils, clear fluid or blood from nose or ear, or a fall from more than the child’s own height. If the neck hurts, or the child can’t move or feel something, keep the head still and move nobody.',
          ],
        },
        {
          kind: 'quiz',
          title: 'Workshop, kitchen, playground',
          about: 'Six quick situations.',
          minutes: 7,
          body: ['Practice: as often as you like, with an explanation after each answer.'],
          questions: [
            number(
              'For how many minutes do you cool a burn under running water?',
              { answer: 20, tolerance: 0, unit: 'minutes' },
              'Twenty minutes. Some guidelines accept ten at the least; all agree that a quick rinse is not enough.',
            ),
            newSingle(
              'Leo’s nose is bleeding. How does he sit?',
              [
                'Lying flat',
                'Leaning back with a cold cloth on the neck',
                newRightAnswer('Leaning forward, pinching the soft part of the nose'),
                'Standing with his head between his knees',
              ],
              'Forward, so that the blood runs out and not down the throat.',
            ),
            newTrueFalse(
              'A screwdriver that is stuck in a palm should be pulled out so that you can press on the wound.',
              false,
              'It may be plugging the vessel. Leave it, press beside it, pad around it, and let the hospital take it out.',
            ),
            newMultiple(
              'Which of these mean “ambulance” after a knock on the head?',
              [
                newRightAnswer('Vomits for the second time'),
                'A bump that swells',
                newRightAnswer('Doesn’t know what day it is'),
                newRightAnswer('Clear fluid from the ear'),
              ],
              'A bump may look dramatic and be harmless. The other three can mean bleeding or a fracture inside the skull.',
            ),
            newBlanks(
              'Whoever might have a concussion does not {{play}} on that day: if in {{doubt}}, sit them out.',
              'A second knock before the first has healed is the dangerous one.',
            ),
            newMatching(
              'What belongs to what?',
              [
                ['Hot-glue burn on a finger', 'Cool running water'],
                ['Splash of cleaner in the eye', 'Rinse with plenty of water, from the nose outwards'],
                ['Deep cut on the forearm', 'Firm pressure with a pad'],
              ],
              'Chemicals in the eye are rinsed for at least twenty minutes, and a doctor looks at the eye.',
            ),
          ],
        },
      ],
    },
    {
      title: 'What is rare and quick',
      description: 'Choking, severe allergy, asthma, fits.',
      lessons: [
        {
          kind: 'article',
          title: 'Choking',
          about: 'For a child over one year old.',
          minutes: 6,
          body: [
            picture(
              'choking',
              'Left: a heel of the hand strikes between the shoulder blades of a child who leans forward. Right: hands clasped above the navel of a child, seen from the side.',
              'Five back blows, five abdominal thrusts.',
            ),
            steps(
              '“Are you choking?” If the child can cough, speak or cry: encourage coughing, and do nothing else.',
              'If the cough is silent or the child can’t breathe: lean the child forward and give up to **five sharp blows** with the heel of your hand between the shoulder blades. Look after each whether it is out.',
              'Then up to **five abdominal thrusts**: stand behind, fist between navel and breastbone, other hand over it, pull sharply inwards and upwards.',
              'Go on in turns, five and five. Somebody calls for an ambulance after the first round.',
              'If the child goes limp: lay the child down, call for an ambulance if nobody has, and start CPR. Before giving breaths, take out only what you can see.',
            ),
            warning(
              'Never sweep a finger blindly through the mouth: it pushes things further down. Babies under one year get chest thrusts instead of abdominal ones. Whoever has had abdominal thrusts should see a doctor afterwards, even when all seems well.',
            ),
          ],
        },
        {
          kind: 'article',
          title: 'Allergy, asthma, fits',
          about: 'Children with a known condition have a plan. Read it before the session, not during it.',
          minutes: 10,
          body: [
            'The health page of each child says who has a condition and where the plan and the medicine are. Before a trip, and before you cook, read it for every child.',
            heading('Severe allergic reaction (anaphylaxis)'),
            'Signs come within minutes: swelling of lips, face or tongue, a hoarse voice, wheezing or hard breathing, vomiting, paleness, dizziness, often but not always a rash.',
            steps(
              'Lay the child down with raised legs. If breathing is hard, let the child sit, legs stretched out. **No standing up, no walking**, even after feeling better.',
              'Give the adrenaline (epinephrine) auto-injector at once, into the outer thigh, through clothes if need be. Note the time.',
              'Call for an ambulance and say “anaphylaxis”.',
              'No better after five minutes? Give a second injector, if there is one.',
            ),
            tip(
              'If you hesitate between giving it and waiting, give it. Adrenaline given without need passes; adrenaline given too late may not help. An asthma spray is no substitute.',
            ),
            heading('Asthma attack'),
            'Sit the child upright, stay calm, loosen tight clothes. Help with the child’s own reliever inhaler, through the spacer, as the plan says: how many puffs and how often differs between countries. Call for an ambulance if there is no inhaler, if it doesn’t help, if the child can’t finish a sentence, turns blue or grey, or grows tired.',
            heading('A fit (seizure)'),
            bullets(
              'Look at the clock. Move hard things away, put something soft under the head.',
              'Don’t hold the child down. Put **nothing** in the mouth.',
              'When the jerking stops: recovery position, stay, speak quietly.',
              'Call for an ambulance if it lasts more than five minutes, if another follows, if it is the first, if it happened in water, if the child is hurt or doesn’t come round.',
            ),
          ],
        },
        {
          kind: 'document',
          title: 'Emergency card for your room',
          about: 'One page to fill in and hang beside the first aid kit.',
          minutes: 5,
          body: [
            'Print the card, fill in the numbers, the address and where the nearest defibrillator (AED) hangs, and put it on the wall. Look once a term whether it is still right and what is missing from the kit.',
          ],
          file: 'emergency-card.pdf',
        },
        {
          kind: 'assessment',
          title: 'First aid check',
          about: 'Eight in ten points to pass.',
          minutes: 15,
          body: [
            'Fifteen minutes, two attempts. It confirms what you know; what your hands can do is confirmed in the hands-on course.',
          ],
          passMark: 80,
          attempts: 2,
          timeLimit: 15,
          drawn: { bank: 'First aid', count: 3 },
          questions: [
            newOrdering(
              'A child lies still on the floor of the workshop. Put your steps in order.',
              [
                'Switch off the machine',
                'Speak to the child and tap the shoulder',
                'Shout for help',
                'Tilt the head back and lift the chin',
                'Check the breathing for up to ten seconds',
              ],
              'Danger, response, help, airway, breathing: the same every time.',
            ),
            number(
              'How many chest compressions a minute? Anything in the recommended range counts.',
              { answer: 110, tolerance: 10, unit: 'a minute' },
              '100 to 120 a minute.',
            ),
            newSingle(
              'Nora has eaten a biscuit with nuts. Her lips swell, her voice is hoarse, she wants to walk to the bathroom. What comes first?',
              [
                'Antihistamine and wait',
                'Walk her outside for air',
                newRightAnswer('Lay or sit her down and give the adrenaline auto-injector'),
                'Ring her parents',
              ],
              'Adrenaline first, then the ambulance, then the family. Standing up can make the circulation collapse.',
            ),
            newSingle(
              'A boy coughs loudly after swallowing a bead, and can speak. What do you do?',
              [
                'Five back blows at once',
                newRightAnswer('Encourage him to cough and watch him closely'),
                'Look for the bead with a finger',
                'Give him water',
              ],
              'A strong cough works better than anything you could do. Act when it turns silent.',
            ),
            newMultiple(
              'What do you never do during a fit?',
              [
                newRightAnswer('Put something between the teeth'),
                newRightAnswer('Hold arms and legs still'),
                'Look at the clock',
                newRightAnswer('Give something to drink'),
              ],
              'Protect, time, wait. Nothing goes into the mouth.',
            ),
            newTrueFalse(
              'A child who doesn’t respond but breathes normally is put in the recovery position.',
              true,
              'On the side, head tilted back, so that the airway stays open and nothing runs into it. Check the breathing every minute.',
            ),
          ],
        },
        {
          kind: 'live_session',
          title: 'Hands on: practice with manikins',
          about: 'Two hours with a trainer, compressions, AED trainer, back blows, auto-injector trainer.',
          minutes: 120,
          isRequired: false,
          body: [
            'Wear clothes that you can kneel in. Bring your certificate if you have one: the trainer notes the refresher. Groups of eight at most, so that everybody gets enough time with a manikin.',
          ],
          inDays: 16,
          at: '17:30',
          place: 'Riverside Community Center, Room 2',
        },
      ],
    },
  ],
}
