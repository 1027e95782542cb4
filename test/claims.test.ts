import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { classOfWords, namesThisDevice } from '../src/claims.ts';

describe('classOfWords', () => {
  test.each([
    [
      'failure',
      ['Save failed', 'Not saved, try again', 'Draft NOT saved', 'could not load', 'Didn’t save', 'Nicht gespeichert'],
    ],
    [
      'failure',
      [
        'is-invalid',
        'HTTP 404',
        'Sauvegarde impossible',
        'No se ha guardado',
        '保存に失敗しました',
        'Не сохранено',
        'uploadError',
      ],
    ],
    ['failure', ['0 of 3 requests approved', 'Saved 0/4', '0 rows saved', '0 von 3 gespeichert', '✓ 0 items sent']],
    ['claim', ['Vote counted', 'All grades handed in.', 'Timesheet turned in']],
    ['failure', ['Your vote was not counted', 'Not handed in: timeout']],
    ['failure', ['Done. Saved 0 of 3']],
    ['claim', ['Your answers were saved. Score: 0/3', 'Vos réponses ont été enregistrées. Score : 0/3']],
    ['claim', ['10 of 10 saved', '3 saved, 0 skipped', 'Version 2.0 saved', 'Saved at 10:00', 'Saved 20 of 20']],
    [
      'progress',
      [
        'Saving…',
        'Please wait',
        'Uploading 3 files',
        'is-loading',
        'Wird gespeichert…',
        'Guardando',
        '保存中',
        'Almost there...',
      ],
    ],
    [
      'claim',
      [
        'Saved!',
        'Thanks for submitting',
        'Review submitted',
        'Gespeichert',
        'Enregistré',
        '保存しました',
        'btnSaved',
        'Synced ✓',
      ],
    ],
    [
      'claim',
      [
        'उपस्थिति सुरक्षित हो गई',
        'सहेज लिया',
        'फ़ॉर्म जमा हो गया',
        'Bien reçu',
        'Se guardó',
        'Recebido',
        'Принято',
        '登録しました',
      ],
    ],
    [
      'claim',
      [
        'Entry written down',
        'Vermerkt',
        'C’est noté',
        'Tomado nota',
        'Tutto a posto',
        'Genoteerd',
        'Odnotowano',
        'Внесено в журнал',
        '記録しました',
        '已记录',
        '접수되었습니다',
      ],
    ],
    ['neutral', ['Create entry', 'Modification', 'Moved back', 'Previous order restored', 'Your text is kept here']],
    ['claim', ['Posting saved to your drafts']],
    [
      'failure',
      ['सुरक्षित नहीं हो सका', 'सहेजा नहीं गया', 'No se guardó', 'Kaydedilmedi', 'لم يتم الحفظ', '저장되지 않았습니다'],
    ],
    ['progress', ['सहेजा जा रहा है', 'सुरक्षित किया जा रहा है']],
    ['neutral', ['सुरक्षित भुगतान', 'सुरक्षित करें', 'जमा करें']],
    ['claim', ['No errors, saved', 'Processing complete', 'Kein Problem, gespeichert', 'Booked']],
    ['neutral', ['', 'Save', 'Submit review', '12 likes', 'Ready', 'note text', 'Загальний список']],
  ] as const)('%s: %j', (expected, texts) => {
    for (const text of texts) expect([text, classOfWords(text)]).toEqual([text, expected]);
  });

  test('a failure word outweighs a claim, a progress word outweighs a claim', () => {
    expect(classOfWords('Saved, but the upload failed')).toBe('failure');
    expect(classOfWords('Saved draft, now sending')).toBe('progress');
  });

  test('any text has a class, and padding with spaces changes nothing', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => classOfWords(text) === classOfWords(` ${text}`)),
      { numRuns: 200 },
    );
  });
});

test('namesThisDevice tells what is kept here from what was sent', () => {
  expect(['Kept on this device', 'saved locally', 'Lokal gespeichert'].every(namesThisDevice)).toBe(true);
  expect(['Saved', 'Sent to your location', 'Locality updated'].some(namesThisDevice)).toBe(false);
});
