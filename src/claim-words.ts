/**
 * The words of failure, progress and claim, language by language. Data only: what they mean together is decided in `claims.ts`.
 */

/** Whole words and, with a trailing `*`, beginnings of words; of `two|words` the second must follow the first. */
interface Vocabulary {
  readonly failure: string;
  readonly progress: string;
  readonly claim: string;
}

export const BY_LANGUAGE: Readonly<Record<string, Vocabulary>> = {
  en: {
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
      'on|its|way great|news we|ll|be|in|touch we|will|contact' +
      ' written|down jotted noted captured pinned duplicated assigned merged deployed activated donated pledged ' +
      'refunded rated invited transferred dispatched launched locked|in checked|in checked|out clocked|in ' +
      'clocked|out handed|in handed|over turned|in counted tallied got|it we|ve|got|it we|have|it is|safe is|in|the|books on|record on|file',
  },
  de: {
    failure:
      'konnte|nicht konnten|nicht kann|nicht fehler* fehlgeschlagen* gescheitert* ungültig* ungespeichert* abgelehnt verweigert leider problem* unterbrochen erneut|versuchen ' +
      'nochmals|versuchen nicht|möglich keine|verbindung nicht|erreichbar nicht|verfügbar',
    progress: 'speichere speichert speichern|läuft sende wird lädt lade laden bitte|warten einen|moment übertrage',
    claim:
      'gespeichert* gesendet* gesichert* abgeschickt* übermittelt* veröffentlicht* erfolg* fertig erledigt danke vielen|dank ' +
      'aktualisiert* gelöscht* hinzugefügt* übertragen gebucht* bestätigt* abgeschlossen* eingereicht* angelegt erstellt ' +
      'verschickt* erfasst eingegangen eingetragen übernommen' +
      ' notiert* vermerkt* festgehalten hinterlegt verbucht* aufgenommen angekommen zugewiesen ' +
      'freigegeben abgesendet* abgegeben angemeldet geändert gutgeschrieben',
  },
  fr: {
    failure:
      'n|a|pas n|ont|pas erreur* échec* échou* impossible invalide* refusé* indisponible* désolé* problème* réessay* interromp* hors|ligne perdu*',
    progress: 'enregistrement|en envoi|en chargement patientez cours',
    claim:
      'enregistré* envoyé* sauvegardé* publié* succès réussi* terminé* merci ajouté* supprimé* modifié* confirmé* réservé* transmis* créé* validé* bien|reçu* ' +
      'mis|à|jour pris|en|compte prise|en|compte' +
      ' noté notée notés notées inscrit* consigné* archivé* déposé* reçue reçues attribué* c|est|noté c|est|fait tout|est|bon',
  },
  es: {
    failure:
      'no|pud* no|puede* no|se|pud* no|ha|pod* errores fallo* fall* fallido* imposible inválid* rechazad* problema* inténtalo reintent* perdid* conexión|perdida lamentamos',
    progress: 'guardando enviando cargando espere espera procesando publicando',
    claim:
      'guardad* enviad* publicad* éxito exitos* listo hecho gracias completad* actualizad* eliminad* añadid* agregad* confirmad* reservad* cread* registrad* ' +
      'recibid* realizad* se|guardó se|envió se|guardaron se|enviaron' +
      ' anotad* apuntad* archivad* asignad* tomado|nota quedó|registrad* quedó|guardad* se|registró',
  },
  pt: {
    failure:
      'não|foi não|pod* não|pôde erro erros falha* falhou impossível problema* tente|novamente recusad* perdid* desculpe',
    progress: 'salvando gravando enviando carregando aguarde processando publicando',
    claim:
      'salvo salva salvos guardado gravad* enviado enviada publicad* sucesso pronto concluíd* obrigad* atualizad* excluíd* adicionad* confirmad* recebid* cadastrad* feito' +
      ' anotad* arquivad* registrad* reservad* criad* removid* finalizad*',
  },
  it: {
    failure:
      'non|è non|può non|possibile non|riusc* errore errori fallit* impossibile riprova* problema* rifiutat* scusa spiacent* perso',
    progress: 'salvataggio|in invio|in caricamento attendere attendi elaborazione',
    claim:
      'salvat* inviat* pubblicat* successo fatto completat* grazie aggiornat* eliminat* aggiunt* confermat* registrat* prenotat* ricevut*' +
      ' annotat* segnat* archiviat* assegnat* creato creata creati modificato modificata modificati tutto|a|posto',
  },
  nl: {
    failure:
      'kon|niet kan|niet fout* mislukt* ongeldig* probleem problemen opnieuw|proberen geweigerd* helaas verbinding|verbroken',
    progress: 'opslaan|bezig bezig verzenden|bezig laden even|geduld',
    claim:
      'opgeslagen bewaard verzonden verstuurd gepubliceerd gelukt klaar voltooid bedankt bijgewerkt verwijderd toegevoegd bevestigd geboekt ' +
      'ontvangen gewijzigd aangemaakt geplaatst' +
      ' genoteerd vastgelegd geregistreerd ingediend ingevoerd toegewezen gereserveerd',
  },
  pl: {
    failure: 'błąd błęd* niepowodz* nieuda* nie|uda* niestety spróbuj|ponownie odmow* utracon* problem*',
    progress: 'zapisywanie wysyłanie ładowanie czekaj proszę|czekać trwa',
    claim:
      'zapisan* wysłan* opublikowan* sukces gotowe zakończon* dziękuj* zaktualizowan* usunięt* dodan* potwierdzon* przyjęt* zarejestrowan*' +
      ' zanotowan* odnotowan* przesłan* utworzon* zmienion* zarezerwowan* udało|się',
  },
  ru: {
    failure:
      'ошибк* сбой неудач* не|уда* нельзя невозможно недоступн* повторите попробуйте|снова потерян* отказ* проблем*',
    progress: 'сохранение сохраняем сохраняется отправка отправляем отправляется загрузка подождите',
    claim:
      'сохранен* сохранён* отправлен* опубликован* успех успешно готово завершен* завершён* спасибо обновлен* удален* добавлен* подтвержд* ' +
      'записан* принят принята принято приняты зарегистрирован*' +
      ' занесен* занесён* учтен* учтён* забронирован* внесен* внесён* готов',
  },
  uk: {
    failure: 'помилк* збій невдач* не|вда* неможна неможливо недоступн* спробуйте|ще втрачен*',
    progress: 'збереження надсилання завантаження зачекайте',
    claim:
      'збережен* надіслан* опублікован* успішно готово завершено дякуємо оновлено видалено додано записан* прийнято створено змінено занесено підтверджен*',
  },
  tr: {
    failure:
      'hata başarısız* edilemedi kaydedilemedi kaydedilmedi gönderilemedi gönderilmedi geçersiz tekrar|deneyin reddedildi maalesef sorun*',
    progress: 'kaydediliyor gönderiliyor yükleniyor bekleyin',
    claim:
      'kaydedildi gönderildi yayınlandı başarı* başarıyla tamam tamamlandı teşekkür* güncellendi silindi eklendi onaylandı alındı oluşturuldu kaydoldu işlendi iletildi değiştirildi rezerve|edildi not|edildi',
  },
  sv: {
    failure: 'kunde|inte gick|inte fel misslyckades misslyckad* ogiltig* försök|igen tyvärr avbrut*',
    progress: 'sparar skickar laddar vänta',
    claim:
      'sparad* sparat skickad* skickat publicerad* lyckad* lyckades klart klar tack uppdaterad* borttagen tillagd* bekräftad* mottagen mottaget registrerad* skapad* noterat noterad* antecknat antecknad* inskickat inskickad* ändrat ändrad* bokat bokad* registrerat bekräftat',
  },
  ar: {
    failure: 'خطأ فشل تعذر تعذّر مشكلة لم|يتم',
    progress: 'جار جارٍ جاري انتظر',
    claim: 'تم نجاح بنجاح شكرا شكرًا حفظ|تم',
  },
  hi: {
    failure:
      'त्रुटि विफल असफल समस्या नहीं|हो नहीं|हुआ नहीं|हुई नहीं|हुए नहीं|गया नहीं|गई नहीं|गए नहीं|जा नहीं|सका नहीं|सकी नहीं|सके ' +
      'नहीं|कर नहीं|किया नहीं|की नहीं|पाया',
    progress: 'प्रतीक्षा जा|रहा जा|रही जा|रहे हो|रहा हो|रही हो|रहे कर|रहा कर|रही कर|रहे',
    claim:
      'सहेजा सहेजी सहेजे सहेज|लि* सहेज|दि* सहेज|दी सहेज|ली सफल सफलतापूर्वक धन्यवाद भेजा भेजी भेज|दि* भेज|दी ' +
      'सुरक्षित|हो|ग* सुरक्षित|कर|लि* सुरक्षित|कर|ली सुरक्षित|कर|दि* सुरक्षित|कर|दी सुरक्षित|किया|गया सुरक्षित|की|गई ' +
      'जमा|हो|ग* जमा|कर|दि* जमा|कर|दी जमा|किया|गया जमा|की|गई दर्ज|हो|ग* दर्ज|कर|लि* दर्ज|कर|ली दर्ज|किया|गया दर्ज|की|गई ' +
      'सेव|हो|ग* सेव|किया|गया अपडेट|हो|ग* अपडेट|किया|गया प्राप्त|हो|ग* जोड़ा|गया जोड़|दि* हटाया|गया हटा|दि*',
  },
};

/** For scripts without spaces: looked for anywhere in the text. */
export const UNSPACED: Readonly<Record<'failure' | 'progress' | 'claim', readonly string[]>> = {
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
    '되지 않았',
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
    '登録しました',
    '登録されました',
    '保存されました',
    '送信されました',
    '記録しました',
    '書き込みました',
    '追加しました',
    '削除しました',
    '受付しました',
    '承りました',
    '投稿しました',
    '公開しました',
    '更新しました',
    '受け付けました',
    '完了',
    '成功',
    '已保存',
    '已记录',
    '已記錄',
    '已写入',
    '已寫入',
    '已发布',
    '已發佈',
    '已收到',
    '已傳送',
    '已發送',
    '已刪除',
    '已新增',
    '已存',
    '记下了',
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
    '저장하였',
    '기록되었',
    '기록했',
    '접수되었',
    '추가되었',
    '삭제되었',
    '업데이트되었',
    '전송했',
    '보냈습니다',
    '저장됨',
    '저장했',
    '전송되었',
    '등록되었',
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

/** Words that turn a claim behind them into a failure. */
export const NEGATIONS: ReadonlySet<string> = new Set(
  (
    'not no never nothing none t isnt wasnt didnt wont cant couldnt havent hasnt nicht kein keine keinen nie non ne pas aucun aucune ' +
    'sin nunca não nao nem sem niet geen nie nicht нет не ні нічого değil olmadı inte ej لم لا غير नहीं'
  ).split(' '),
);
/** Words that turn a failure behind them into its absence: "no errors". */
export const ABSENCE: ReadonlySet<string> = new Set(
  'no without zero 0 kein keine keinen ohne sans sin sem senza zonder bez без'.split(' '),
);
/** "0 of 3 saved", "0 rows saved": a count of nothing. */
export const NONE =
  /^\P{L}*(?<![\p{N}.,:])0(?![\p{N}.,:]|\s*%)|(?<![\p{N}.,:])0\s*(?:\/|of|out of|von|sur|de|di|van|из|z|av)\s*[1-9]/iu;
/** Said of a finished thing, these win over a progress word: "processing complete", "thanks for submitting". */
export const SETTLED: ReadonlySet<string> = new Set(
  'thank thanks success successful successfully complete completed finished done danke merci gracias obrigado obrigada grazie bedankt'.split(
    ' ',
  ),
);

/** What a text calls the person's own machine. */
export const THIS_DEVICE =
  /\b(?:locally|localstorage|(?:this|your) (?:device|browser|computer|machine|phone|tab)|(?:on|in) (?:the )?(?:device|browser)|local (?:copy|draft|storage|backup|version|only)|browser storage|kept here|(?:saved|stored|kept|queued|available) offline|offline (?:copy|queue|draft|storage)|(?:sync|send|upload)(?:ed|s)? (?:it )?(?:later|when)|(?:back|again) online|lokal|auf diesem gerät|im browser|localement|(?:cet|votre) appareil|navigateur|localmente|este dispositivo|navegador|localmente|questo dispositivo|lokaal|dit apparaat|lokalnie|tym urządzeniu)\b|локально|устройстве|браузере|この端末|このデバイス|ブラウザ|本地|本机|此设备|浏览器|로컬|이 기기|브라우저/iu;
