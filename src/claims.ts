/**
 * Which class of words a text belongs to. In: a text the page shows, a class name, or a name in code. Out: one of four
 * classes, tried in the order failure, progress, claim, neutral. A hint only: behaviour decides where it can.
 */

export type WordClass = 'failure' | 'progress' | 'claim' | 'neutral';

/** Characters looked at; what a person reads first decides. */
const LOOKED_AT = 2_000;

/** Whole words and, with a trailing `*`, beginnings of words; `two words` must follow each other. */
interface Vocabulary {
  readonly failure: string;
  readonly progress: string;
  readonly claim: string;
}

const BY_LANGUAGE: readonly Vocabulary[] = [
  {
    failure:
      'fail* error* cannot couldn wouldn unable unsuccessful* unsaved unsent undelivered invalid denied refus* unavailab* unreach* ' +
      'timeout* offline disconnect* lost problem* wrong oops sorry warn* missing forbidden unauthori* abort* broken crash* danger ' +
      'trouble* retry rollback reverted incomplete unknown|error try|again timed|out not|found bad|request no|connection no|server ' +
      'no|response could|not did|not was|not has|not have|not were|not is|not|saved didn|t wasn|t isn|t hasn|t won|t can|t no|network no|backend slow|connection went|wrong http|4* http|5* status|4* status|5* has-error is-invalid',
    progress:
      'saving sending submitting loading uploading posting publishing syncing synchroni* processing updating working connecting ' +
      'retrying waiting deleting removing creating booking storing recording adding pending busy spinner spin loader inprogress ' +
      'please|wait in|progress one|moment hold|on queued',
    claim:
      'saved sent submitted published posted stored recorded received confirmed booked uploaded synced synchronized updated deleted ' +
      'removed added created applied approved registered subscribed shared delivered scheduled archived accepted completed complete ' +
      'done finished success* succe* thanks thank ok persisted committed preserved backed|up all|set you|re|in placed enrolled joined ' +
      'voted logged reserved ordered paid processed filed forwarded imported exported notified resolved closed acknowledged signed|up ' +
      'on|its|way great|news we|ll|be|in|touch we|will|contact',
  },
  {
    failure:
      'konnte|nicht konnten|nicht kann|nicht fehler* fehlgeschlagen* gescheitert* ungültig* ungespeichert* abgelehnt verweigert leider problem* unterbrochen erneut|versuchen ' +
      'nochmals|versuchen nicht|möglich keine|verbindung nicht|erreichbar nicht|verfügbar',
    progress: 'speichere speichert speichern|läuft sende wird lädt lade laden bitte|warten einen|moment übertrage',
    claim:
      'gespeichert* gesendet* gesichert* abgeschickt* übermittelt* veröffentlicht* erfolg* fertig erledigt danke vielen|dank ' +
      'aktualisiert* gelöscht* hinzugefügt* übertragen gebucht* bestätigt* abgeschlossen* eingereicht* angelegt erstellt',
  },
  {
    failure:
      'n|a|pas n|ont|pas erreur* échec* échou* impossible invalide* refusé* indisponible* désolé* problème* réessay* interromp* hors|ligne perdu*',
    progress: 'enregistrement|en envoi|en chargement patientez cours',
    claim:
      'enregistré* envoyé* sauvegardé* publié* succès réussi* terminé* merci ajouté* supprimé* modifié* confirmé* réservé* transmis* créé*',
  },
  {
    failure:
      'no|pud* no|puede* no|se|pud* no|ha|pod* errores fallo* fall* fallido* imposible inválid* rechazad* problema* inténtalo reintent* perdid* conexión|perdida lamentamos',
    progress: 'guardando enviando cargando espere espera procesando publicando',
    claim:
      'guardad* enviad* publicad* éxito exitos* listo hecho gracias completad* actualizad* eliminad* añadid* agregad* confirmad* reservad* cread*',
  },
  {
    failure:
      'não|foi não|pod* não|pôde erro erros falha* falhou impossível problema* tente|novamente recusad* perdid* desculpe',
    progress: 'salvando gravando enviando carregando aguarde processando publicando',
    claim:
      'salvo salva salvos guardado gravad* enviado enviada publicad* sucesso pronto concluíd* obrigad* atualizad* excluíd* adicionad* confirmad*',
  },
  {
    failure:
      'non|è non|può non|possibile non|riusc* errore errori fallit* impossibile riprova* problema* rifiutat* scusa spiacent* perso',
    progress: 'salvataggio|in invio|in caricamento attendere attendi elaborazione',
    claim:
      'salvat* inviat* pubblicat* successo fatto completat* grazie aggiornat* eliminat* aggiunt* confermat* registrat* prenotat*',
  },
  {
    failure:
      'kon|niet kan|niet fout* mislukt* ongeldig* probleem problemen opnieuw|proberen geweigerd* helaas verbinding|verbroken',
    progress: 'opslaan|bezig bezig verzenden|bezig laden even|geduld',
    claim:
      'opgeslagen bewaard verzonden verstuurd gepubliceerd gelukt klaar voltooid bedankt bijgewerkt verwijderd toegevoegd bevestigd geboekt',
  },
  {
    failure: 'błąd błęd* niepowodz* nieuda* nie|uda* niestety spróbuj|ponownie odmow* utracon* problem*',
    progress: 'zapisywanie wysyłanie ładowanie czekaj proszę|czekać trwa',
    claim:
      'zapisan* wysłan* opublikowan* sukces gotowe zakończon* dziękuj* zaktualizowan* usunięt* dodan* potwierdzon*',
  },
  {
    failure:
      'ошибк* сбой неудач* не|уда* нельзя невозможно недоступн* повторите попробуйте|снова потерян* отказ* проблем*',
    progress: 'сохранение сохраняем сохраняется отправка отправляем отправляется загрузка подождите',
    claim:
      'сохранен* сохранён* отправлен* опубликован* успех успешно готово завершен* завершён* спасибо обновлен* удален* добавлен* подтвержд*',
  },
  {
    failure: 'помилк* збій невдач* не|вда* неможна неможливо недоступн* спробуйте|ще втрачен*',
    progress: 'збереження надсилання завантаження зачекайте',
    claim: 'збережен* надіслан* опублікован* успішно готово завершено дякуємо оновлено видалено додано',
  },
  {
    failure: 'hata başarısız* edilemedi kaydedilemedi gönderilemedi geçersiz tekrar|deneyin reddedildi maalesef sorun*',
    progress: 'kaydediliyor gönderiliyor yükleniyor bekleyin',
    claim:
      'kaydedildi gönderildi yayınlandı başarı* başarıyla tamam tamamlandı teşekkür* güncellendi silindi eklendi onaylandı',
  },
  {
    failure: 'kunde|inte gick|inte fel misslyckades misslyckad* ogiltig* försök|igen tyvärr avbrut*',
    progress: 'sparar skickar laddar vänta',
    claim:
      'sparad* sparat skickad* skickat publicerad* lyckad* lyckades klart klar tack uppdaterad* borttagen tillagd* bekräftad*',
  },
  {
    failure: 'خطأ فشل تعذر تعذّر مشكلة',
    progress: 'جار جارٍ جاري انتظر',
    claim: 'تم نجاح بنجاح شكرا شكرًا حفظ|تم',
  },
  {
    failure: 'त्रुटि विफल असफल समस्या',
    progress: 'प्रतीक्षा',
    claim: 'सहेजा सफल सफलतापूर्वक धन्यवाद भेजा',
  },
];

/** For scripts without spaces: looked for anywhere in the text. */
const UNSPACED: Readonly<Record<'failure' | 'progress' | 'claim', readonly string[]>> = {
  failure: [
    '失敗',
    '失败',
    'エラー',
    '错误',
    '錯誤',
    'できません',
    'できなかった',
    '未保存',
    '未送信',
    '出错',
    '無法',
    '无法',
    '重试',
    '重試',
    '再試行',
    'もう一度',
    '断网',
    '离线',
    'オフライン',
    '실패',
    '오류',
    '없습니다',
    '못했습니다',
    '다시 시도',
    '✗',
    '✘',
    '✖',
    '❌',
    '⚠',
    '🚫',
    '⛔',
    '🛑',
    '❗',
  ],
  progress: [
    '保存中',
    '送信中',
    '处理中',
    '處理中',
    '正在',
    '読み込み中',
    '加载中',
    '載入中',
    'お待ち',
    '请稍',
    '請稍',
    '저장 중',
    '전송 중',
    '처리 중',
    '기다려',
    '⏳',
    '⌛',
    '🔄',
  ],
  claim: [
    '保存しました',
    '保存済',
    '送信しました',
    '送信済',
    '完了',
    '成功',
    '已保存',
    '已儲存',
    '已发送',
    '已提交',
    '已更新',
    '已删除',
    '已添加',
    '保存完',
    'ありがとう',
    '谢谢',
    '謝謝',
    '저장되었',
    '저장됨',
    '저장했',
    '전송되었',
    '완료',
    '성공',
    '감사',
    '✓',
    '✔',
    '✅',
    '🎉',
    '👍',
    '💾',
    '☑',
  ],
};

const NEGATIONS: ReadonlySet<string> = new Set(
  (
    'not no never nothing none t isnt wasnt didnt wont cant couldnt havent hasnt nicht kein keine keinen nie non ne pas aucun aucune ' +
    'sin nunca não nao nem sem niet geen nie nicht нет не ні нічого değil olmadı inte ej لم لا غير नहीं'
  ).split(' '),
);
const ABSENCE: ReadonlySet<string> = new Set(
  'no without zero 0 kein keine keinen ohne sans sin sem senza zonder bez без'.split(' '),
);
/** Said of a finished thing, these win over a progress word: "processing complete", "thanks for submitting". */
const SETTLED: ReadonlySet<string> = new Set(
  'thank thanks success successful successfully complete completed finished done danke merci gracias obrigado obrigada grazie bedankt'.split(
    ' ',
  ),
);
const NEGATION_REACH = 4;

interface Lexicon {
  readonly words: ReadonlySet<string>;
  readonly beginnings: ReadonlyMap<string, readonly string[]>;
  readonly phrases: ReadonlyMap<string, readonly (readonly string[])[]>;
  readonly unspaced: readonly string[];
}

const FAILURE = lexicon('failure');
const PROGRESS = lexicon('progress');
const CLAIM = lexicon('claim');

/** Texts remembered: a page shows few of them, often. */
const REMEMBERED = 10_000;
const remembered = new Map<string, WordClass>();

/** The class of a text by its words. Empty text and text of an unknown language are `neutral`. */
export function classOfWords(text: string): WordClass {
  const known = remembered.get(text);
  if (known) return known;
  if (remembered.size >= REMEMBERED) remembered.clear();
  const found = readWords(text);
  remembered.set(text, found);
  return found;
}

function readWords(text: string): WordClass {
  const shown = text.slice(0, LOOKED_AT).normalize('NFC');
  const words = wordsOf(shown);
  const claims = positions(words, CLAIM);
  const claimed = claims.length > 0 || contains(shown, CLAIM);
  if (fails(words, claims) || contains(shown, FAILURE)) return 'failure';
  const trailsOff = /(?:…|\.\.\.)\s*$/.test(shown);
  if (positions(words, PROGRESS).length > 0 || contains(shown, PROGRESS)) {
    return !trailsOff && words.some((word) => SETTLED.has(word)) ? 'claim' : 'progress';
  }
  if (claimed) return 'claim';
  return trailsOff ? 'progress' : 'neutral';
}

const THIS_DEVICE =
  /\b(?:locally|localstorage|(?:this|your) (?:device|browser|computer|machine|phone|tab)|(?:on|in) (?:the )?(?:device|browser)|local (?:copy|draft|storage|backup|version|only)|browser storage|kept here|(?:saved|stored|kept|queued|available) offline|offline (?:copy|queue|draft|storage)|(?:sync|send|upload)(?:ed|s)? (?:it )?(?:later|when)|(?:back|again) online|lokal|auf diesem gerät|im browser|localement|(?:cet|votre) appareil|navigateur|localmente|este dispositivo|navegador|localmente|questo dispositivo|lokaal|dit apparaat|lokalnie|tym urządzeniu)\b|локально|устройстве|браузере|この端末|このデバイス|ブラウザ|本地|本机|此设备|浏览器|로컬|이 기기|브라우저/iu;

/** Whether a text says that something is kept on the person's own machine. */
export function namesThisDevice(text: string): boolean {
  return THIS_DEVICE.test(text.slice(0, LOOKED_AT));
}

function wordsOf(text: string): string[] {
  const spread = text.replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2').toLowerCase();
  return spread.match(/[\p{L}\p{M}]+|\p{N}+/gu) ?? [];
}

/** A failure word counts unless its absence is stated; a claim word behind a negation counts as one. */
function fails(words: readonly string[], claims: readonly number[]): boolean {
  const failures = new Set(positions(words, FAILURE));
  for (const at of failures) if (!ABSENCE.has(words[at - 1] ?? '') || isPhraseAt(words, at)) return true;
  const negates = (at: number): boolean => NEGATIONS.has(words[at] ?? '') && !failures.has(at + 1);
  return claims.some((claim) => {
    for (let at = Math.max(0, claim - NEGATION_REACH); at < claim; at++) if (negates(at)) return true;
    return false;
  });
}

function isPhraseAt(words: readonly string[], at: number): boolean {
  return (FAILURE.phrases.get(words[at] ?? '') ?? []).some((phrase) => follows(words, at, phrase));
}

function positions(words: readonly string[], lexicon: Lexicon): number[] {
  const found: number[] = [];
  words.forEach((word, at) => {
    const begins = (lexicon.beginnings.get(word.slice(0, 2)) ?? []).some((stem) => word.startsWith(stem));
    const phrase = (lexicon.phrases.get(word) ?? []).some((parts) => follows(words, at, parts));
    if (begins || phrase || lexicon.words.has(word)) found.push(at);
  });
  return found;
}

function follows(words: readonly string[], at: number, phrase: readonly string[]): boolean {
  return phrase.every((part, i) => {
    const word = words[at + i] ?? '';
    return part.endsWith('*') ? word.startsWith(part.slice(0, -1)) : word === part;
  });
}

function contains(text: string, lexicon: Lexicon): boolean {
  return lexicon.unspaced.some((part) => text.includes(part));
}

function lexicon(kind: 'failure' | 'progress' | 'claim'): Lexicon {
  const words = new Set<string>();
  const beginnings = new Map<string, string[]>();
  const phrases = new Map<string, string[][]>();
  for (const entry of BY_LANGUAGE.flatMap((language) => language[kind].split(' '))) {
    const parts = entry.split(/[|-]/);
    if (parts.length > 1) phrases.set(parts[0] as string, [...(phrases.get(parts[0] as string) ?? []), parts]);
    else if (entry.endsWith('*')) {
      const key = entry.slice(0, 2);
      beginnings.set(key, [...(beginnings.get(key) ?? []), entry.slice(0, -1)]);
    } else words.add(entry);
  }
  return { words, beginnings, phrases, unspaced: UNSPACED[kind] };
}
